/// What one request for the receipt needs next.
///
/// Nothing is remembered between requests: the device keeps the receipt, and changes it whenever something is bought.
package struct ReceiptRefresherState: Sendable {
    /// The next thing to do.
    package enum Step: Sendable, Hashable {
        /// Look at what the device holds.
        case readLocal
        /// Ask the store for a fresh one.
        case refresh
        /// This is the answer.
        case answer(StoreReceipt)
    }

    package init() {}

    /// Somebody asks for the receipt.
    package func requested(forceRefresh: Bool) -> Step { forceRefresh ? .refresh : .readLocal }

    /// The device was looked at; a file without content is no receipt.
    package func localRead(_ receipt: StoreReceipt?) -> Step {
        guard let receipt, !receipt.data.isEmpty else { return .refresh }
        return .answer(receipt)
    }
}
