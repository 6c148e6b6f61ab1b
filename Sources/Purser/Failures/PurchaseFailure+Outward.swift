// Failures of calls to the backend and to the app's handlers that take too long, or wait for themselves.
extension PurchaseFailure {
    /// A call outward did not return within its limit.
    ///
    /// - Parameters:
    ///   - subject: what did not return, as a sentence begins, such as "The request for products".
    ///   - next: what becomes of it and what to do.
    package static func overdue(
        _ subject: String, next: String = "Ask again later.", productID: String? = nil, transactionID: String? = nil
    ) -> PurchaseFailure {
        PurchaseFailure(
            .limitExceeded, "\(subject) did not return within its limit (see CallLimits), and was left behind. \(next)",
            productID: productID, transactionID: transactionID)
    }

    /// A payment has had no answer for longer than its limit.
    ///
    /// - Parameter isPaid: whether its transaction has come, and the verifier takes too long.
    static func overduePayment(_ productID: String, isPaid: Bool) -> PurchaseFailure {
        guard !isPaid else {
            return PurchaseFailure(
                .verificationUnavailable,
                "The verifier did not return within its limit (see CallLimits). The transaction stays unfinished, and "
                    + "arrives in the updates when the verifier has judged it. Do not buy again.", productID: productID)
        }
        return PurchaseFailure(
            .outcomeUnknown,
            "The store did not answer the payment within its limit (see CallLimits). If the customer is charged, the "
                + "transaction arrives in the updates. Do not buy again before that is known.", productID: productID)
    }

    /// A restore has not ended within its limit.
    static var overdueRestore: PurchaseFailure {
        overdue("The restore", next: "What it brought so far is recorded. Ask again later.")
    }

    /// A purchase is recorded, and whatever hands it over takes too long.
    package static func overdueDelivery(productID: String, transactionID: String) -> PurchaseFailure {
        overdue(
            "What hands over the purchase",
            next:
                "It is paid for and recorded. It counts as handed over when the handler returns; else the next launch "
                + "hands it over again.",
            productID: productID, transactionID: transactionID)
    }

    /// A handler made a call that would wait for that handler.
    package static func calledInHandler(_ call: String, productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .calledInHandler,
            "\(call) was called inside a handler of the store, for which it would have to wait. Let the handler return, "
                + "and call it from a task of the app.",
            productID: productID)
    }
}
