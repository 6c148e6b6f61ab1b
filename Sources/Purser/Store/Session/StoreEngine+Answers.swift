// The results for callers of a session: the answers to payments, and failures about the end of the session.
extension StoreEngine {
    var isStopped: Bool { stopped.isClosed }

    func checkOpen() throws(PurchaseFailure) { if let failure = over() { throw failure } }

    /// Returns the session's end as a failure, once it has ended, without keeping the session alive.
    var over: @Sendable () -> PurchaseFailure? {
        { [stopped, departure] in
            stopped.isClosed ? Self.callerFailure(.storeClosed(), after: departure.withLock { $0 }) : nil
        }
    }

    /// Throws when the session is over, or the app has named no user.
    func checkNamed() throws(PurchaseFailure) {
        try checkOpen()
        _ = try working()
    }

    /// The failure for a caller of this session: the end of the session, if it has ended, and this one otherwise.
    func callerFailure(_ failure: PurchaseFailure) -> PurchaseFailure {
        Self.callerFailure(failure, after: departure.withLock { $0 })
    }

    /// The failure for a caller whose session ended in this way; `nil` while the session continues.
    static func callerFailure(_ failure: PurchaseFailure, after departure: Departure?) -> PurchaseFailure {
        departure == .switched ? failure.seenAfterSwitch() : failure
    }

    /// The answer to a payment for a caller of this session.
    func outcome(_ answer: PaymentAnswer, of token: PaymentToken) throws(PurchaseFailure) -> PurchaseOutcome {
        switch answer {
        case .purchased(let update, let needsFinish):
            var purchase = try working().makePurchase(update, needsFinish)
            // A transaction of this payment is recorded with its token; otherwise it is another payment's, or has none,
            // and was recorded before.
            purchase.wasRecordedBefore = update.intent?.token != token || update.transaction.isCopy
            return .purchased(purchase)
        case .unpaid(let outcome): return outcome
        case .failed(let failure): throw callerFailure(failure)
        }
    }
}
