// The failures of calls without a result.
extension PurchaseFailure {
    /// The caller stopped waiting before the request had ended: `.deadlineExceeded` or `.waitCancelled`.
    static func stoppedWaiting(_ code: Code, productID: String? = nil) -> PurchaseFailure {
        let cause = code == .deadlineExceeded ? "The deadline passed" : "The waiting task was cancelled"
        return PurchaseFailure(
            code, "\(cause); the request continues, and its transactions arrive in the updates.",
            productID: productID)
    }

    /// Another store, in this process if `isHere`, has the ledger at a path open.
    static func ledgerInUse(_ path: String, isHere: Bool) -> PurchaseFailure {
        let (holder, next) =
            isHere
            ? ("Another store of this process", "Use that store, or wait until its close() has returned")
            : ("Another process", "End that process, or wait until it has closed its store")
        return PurchaseFailure(
            .alreadyOpen,
            "\(holder) has the ledger in \(path) open, and a ledger has one writer. \(next). For two stores at the same "
                + "time, give each a folder of its own.")
    }

    /// No user can be forgotten alone in this store or ledger.
    static func sharedByAllUsers(_ place: String) -> PurchaseFailure {
        PurchaseFailure(
            .invalidRequest, "All users share one state in this \(place). Delete its folder once no store has it open.")
    }

    /// The call came after `close()`, or was still waiting at that moment.
    static func storeClosed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .storeClosed,
            "The store was closed. Open it again; purchases paid for meanwhile are delivered then.",
            productID: productID)
    }

    /// The call needs a user, and the app has not named one yet.
    static func accountNotNamed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .accountNotNamed, "No user is set yet, so nothing is bought or reported. Call switchAccount(to:) first.",
            productID: productID)
    }

    /// The failure of a call whose session ended by a switch of users: `.storeClosed` becomes `.accountSwitched`.
    func seenAfterSwitch() -> PurchaseFailure {
        guard code == .storeClosed else { return self }
        return PurchaseFailure(
            .accountSwitched,
            "The app switched to another user before this call ended. A payment that reached the App Store continues; "
                + "its transaction arrives in the updates of the paying user when the app switches back to that user.",
            productID: productID, transactionID: transactionID)
    }

    /// The failure of a payment that ended with an error after which the customer may still be charged.
    static func outcomeUnknown(productID: String, transactionID: String? = nil, because error: any Error)
        -> PurchaseFailure
    {
        PurchaseFailure(
            .outcomeUnknown,
            "The result of the payment is unknown (\(Wording.short("\(error)"))). If the customer is charged, the "
                + "purchase arrives in the updates and is delivered automatically. Do not repeat it without asking the "
                + "customer.",
            productID: productID, transactionID: transactionID, underlying: error)
    }

    /// An external call did not return within its limit; the subject begins the sentence: "The request for products".
    package static func overdue(
        _ subject: String, next: String = "Try again later.", productID: String? = nil, transactionID: String? = nil
    ) -> PurchaseFailure {
        PurchaseFailure(
            .limitExceeded, "\(subject) did not return within its limit (see CallLimits), and timed out. \(next)",
            productID: productID, transactionID: transactionID)
    }

    /// A payment had no answer within its limit, or its transaction no verdict.
    static func overduePayment(_ productID: String, isPaid: Bool) -> PurchaseFailure {
        guard !isPaid else {
            return PurchaseFailure(
                .verificationUnavailable,
                "The verifier did not return within its limit (see CallLimits). The transaction stays unfinished, and "
                    + "arrives in the updates when it is verified. Do not buy again.", productID: productID)
        }
        return PurchaseFailure(
            .outcomeUnknown,
            "The backend did not answer the payment within its limit (see CallLimits). If the customer is charged, the "
                + "transaction arrives in the updates. Do not buy again before that is known.", productID: productID)
    }

    /// A restore has not ended within its limit.
    static var overdueRestore: PurchaseFailure {
        overdue("The restore", next: "Its transactions so far are recorded. Try again later.")
    }

    /// A purchase is recorded, and the call that delivers it timed out.
    package static func overdueDelivery(productID: String, transactionID: String) -> PurchaseFailure {
        overdue(
            "The delivery of the purchase",
            next:
                "The purchase is paid for and recorded. It counts as delivered when the handler returns; otherwise the "
                + "next launch delivers it again.",
            productID: productID, transactionID: transactionID)
    }

    /// A handler made a call that could wait for that handler.
    package static func calledInHandler(
        _ call: String, _ handler: String, productID: String? = nil
    ) -> PurchaseFailure {
        PurchaseFailure(
            .calledInHandler,
            "\(call) was called inside the handler \(handler) of the same store, for which it could have to wait. Let "
                + "the handler return first, or call it in a Task.detached for which the handler does not wait.",
            productID: productID)
    }

    /// A step in delivering a recorded purchase could not be written, perhaps the one that makes it a dead letter.
    static func unrecordedStep(
        productID: String, transactionID: String, movesToDeadLetters: Bool, because error: any Error
    ) -> PurchaseFailure {
        let next =
            movesToDeadLetters
            ? "It could not be delivered, and becomes a dead letter when the ledger can be written: fix the cause, "
                + "then release it."
            : "Its delivery continues when the ledger can be written, at the latest at the next launch, and it arrives "
                + "in the updates. Do not buy it again."
        return PurchaseFailure(
            .ledgerUnavailable, "The purchase is paid for and recorded. \(next)", productID: productID,
            transactionID: transactionID, underlying: error)
    }

    /// The same failure of one payment or transaction of a batch.
    func about(productID: String, transactionID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            code, message, productID: productID, transactionID: transactionID ?? self.transactionID,
            underlying: underlying)
    }
}

extension HandlerMark {
    /// Throws `.calledInHandler` inside a handler of this store, with `only` inside the handler of that name alone.
    package static func check(
        _ call: String, of store: AnyObject, in only: String? = nil, productID: String? = nil
    ) throws(PurchaseFailure) {
        guard let name = name(in: store), only == nil || only == name else { return }
        throw .calledInHandler(call, name, productID: productID)
    }
}
