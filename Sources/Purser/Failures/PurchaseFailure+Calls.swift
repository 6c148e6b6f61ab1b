// How calls end that do not get their result.
extension PurchaseFailure {
    /// The caller stopped waiting before the request had ended.
    ///
    /// - Parameter code: `.deadlineExceeded` or `.waitCancelled`.
    static func stoppedWaiting(_ code: Code, productID: String? = nil) -> PurchaseFailure {
        let cause = code == .deadlineExceeded ? "The deadline passed" : "The waiting task was cancelled"
        return PurchaseFailure(
            code, "\(cause); the request itself goes on, and what it brings arrives in the updates.",
            productID: productID)
    }

    /// The call came after `close()`, or was still waiting at that moment.
    static func storeClosed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .storeClosed,
            "The store was closed. Open it again; what was paid for meanwhile is delivered then.", productID: productID)
    }

    /// The same failure of one transaction of a batch.
    func about(productID: String, transactionID: String) -> PurchaseFailure {
        PurchaseFailure(code, message, productID: productID, transactionID: transactionID, underlying: underlying)
    }
}
