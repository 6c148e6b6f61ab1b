// What callers of a session get: the answers to payments, and failures that say how the session ended.
extension StoreEngine {
    /// Whether `stop()` was called.
    var isStopped: Bool { stopped.isClosed }

    /// Throws when the session is over.
    func checkOpen() throws(PurchaseFailure) { if let failure = over() { throw failure } }

    /// Tells that the session is over, once it is, to those who are not to keep it alive.
    var over: @Sendable () -> PurchaseFailure? {
        { [stopped, departure] in
            stopped.isClosed ? Self.callerFailure(.storeClosed(), after: departure.withLock { $0 }) : nil
        }
    }

    /// Throws when the session is over, or the app has named no user.
    func checkNamed() throws(PurchaseFailure) {
        try checkOpen()
        if account == .unnamed { throw .accountNotNamed() }
    }

    /// The failure that a caller of this session gets: that the session ended, where it did, and this one otherwise.
    func callerFailure(_ failure: PurchaseFailure) -> PurchaseFailure {
        Self.callerFailure(failure, after: departure.withLock { $0 })
    }

    /// The failure that a caller gets whose session ended in this way; `nil` while the session goes on.
    static func callerFailure(_ failure: PurchaseFailure, after departure: Departure?) -> PurchaseFailure {
        departure == .switched ? failure.seenAfterSwitch() : failure
    }

    /// The answer to a payment as a caller of this session gets it.
    func outcome(_ answer: PaymentAnswer, of token: PaymentToken) throws(PurchaseFailure) -> PurchaseOutcome {
        switch answer {
        case .purchased(let update, let needsFinish):
            var purchase = makePurchase(update, needsFinish)
            // What this payment brought is recorded with it; otherwise another payment, or none, has brought it before.
            purchase.wasRecordedBefore = update.intent?.token != token || update.transaction.isCopy
            return .purchased(purchase)
        case .pending: return .pending
        case .cancelled: return .cancelled
        case .failed(let failure): throw callerFailure(failure)
        }
    }

    /// A result, whose failure says that the session ended, where it did.
    func callerResult<Value>(_ result: Result<Value, PurchaseFailure>) throws(PurchaseFailure) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw callerFailure(failure)
        }
    }
}
