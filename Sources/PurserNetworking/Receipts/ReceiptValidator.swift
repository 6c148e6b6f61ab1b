public import Purser

/// Validates receipts by a server, such as ``AppStoreReceiptValidator`` or the app's own ``ServerReceiptValidator``.
///
/// Wrap it in a ``CachingReceiptValidator``, so that callers at the same time share one request, and its answer is reused for a
/// while.
public protocol ReceiptValidator: Sendable {
    /// The server's answer about a receipt.
    ///
    /// - Throws: ``ReceiptFailure``; `CancellationError` when the task was cancelled.
    func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer
}
