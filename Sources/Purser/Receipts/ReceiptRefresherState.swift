/// Decides the next step of a request for the receipt.
///
/// It keeps nothing between requests, because the device keeps the receipt and changes it with each purchase.
package struct ReceiptRefresherState: Sendable {
    /// The next thing to do.
    package enum Step: Sendable, Hashable {
        /// Read the receipt of the device.
        case readLocal
        /// Request a new one from the backend.
        case refresh
        /// Return this receipt.
        case answer(StoreReceipt)
    }

    /// There is nothing to set.
    package init() {}

    /// The first step of a request.
    package func requested(forceRefresh: Bool) -> Step { forceRefresh ? .refresh : .readLocal }

    /// The step after the device's receipt was read.
    ///
    /// A receipt without bytes counts as none.
    package func localRead(_ receipt: StoreReceipt?) -> Step {
        guard let receipt, !receipt.data.isEmpty else { return .refresh }
        return .answer(receipt)
    }
}
