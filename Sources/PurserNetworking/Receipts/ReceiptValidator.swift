public import Purser

/// Asks a server what a receipt says, such as Apple's ``AppStoreReceiptValidator`` or the app's own ``ServerReceiptValidator``.
///
/// Put a ``CachingReceiptValidator`` around it, so that callers at the same time share one request, and its answer counts for a
/// while.
public protocol ReceiptValidator: Sendable {
    /// What the server says of a receipt.
    ///
    /// - Throws: ``ReceiptFailure``; `CancellationError` when the task was cancelled.
    func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer
}
