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

    /// A payment ended with an error after which the customer may be charged all the same.
    static func outcomeUnknown(productID: String, transactionID: String? = nil, because error: any Error)
        -> PurchaseFailure
    {
        PurchaseFailure(
            .outcomeUnknown,
            "Nobody can say how the payment ended (\(Wording.short("\(error)"))). If the customer is charged, the purchase "
                + "arrives in the updates and is handed over by itself. Do not repeat it without asking the customer.",
            productID: productID, transactionID: transactionID, underlying: error)
    }

    /// A payment that was to be handed to the backend, which failed.
    ///
    /// - Parameter error: what the retries of ``StoreBackend/submit(_:)`` threw, or the ledger before them.
    init(submitting productID: String, failed error: any Error) {
        switch (error as? RetryExhausted)?.underlying ?? error {
        // Only the end of the store cancels it; whether the backend has the payment nobody knows then.
        case is CancellationError where error is CancellationError: self = .storeClosed(productID: productID)
        // The backend took none of the payments, or they could not be recorded.
        case let known as BackendError: self.init(known, productID: productID)
        case let known as PurchaseFailure:
            self.init(
                known.code, known.message, productID: productID, transactionID: known.transactionID,
                underlying: known.underlying)
        // What is no `BackendError` does not say that none was taken.
        case let unknown: self = .outcomeUnknown(productID: productID, because: unknown)
        }
    }

    /// The same failure of one transaction of a batch.
    func about(productID: String, transactionID: String) -> PurchaseFailure {
        PurchaseFailure(code, message, productID: productID, transactionID: transactionID, underlying: underlying)
    }
}
