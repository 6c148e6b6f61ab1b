/// A verified transaction to be recorded, with the payment book's decision.
package struct IncomingTransaction: Sendable {
    /// The transaction as the backend reported it, or its latest version.
    package var transaction: StoreTransaction
    /// The phase of its batch.
    package var phase: StoreUpdate.Phase
    /// The payment of the transaction as it was requested; `nil` when none was found (M3, M5).
    package var intent: PaymentIntent?
    /// The waiting payment that it answers; it may belong to another one, for example when a product is owned already.
    package var answers: PaymentToken?
    /// Whether the backend waits for its finish; `nil` when that is not reported.
    package var needsFinish: Bool?
    /// The restore that reported it, also an ended one.
    package var restore: RestoreID?
    /// Whether it is revoked here because another user has it.
    var hasMovedAway = false

    /// A transaction on its way into the ledger.
    package init(
        _ transaction: StoreTransaction, phase: StoreUpdate.Phase, needsFinish: Bool?, restore: RestoreID? = nil,
        answers: PaymentToken? = nil, intent: PaymentIntent? = nil
    ) {
        (self.transaction, self.phase, self.needsFinish) = (transaction, phase, needsFinish)
        (self.intent, self.answers, self.restore) = (intent, answers, restore)
    }

    /// Whether the backend waits for its finish, as far as is known; `??` in its place would copy the transaction.
    var mayNeedFinish: Bool { needsFinish != false }

    /// Whether the backend waits for the finish of the identifier under which it is recorded; only what it reported is known.
    func needsFinish(as recorded: StoreTransaction) -> Bool? { recorded.id == transaction.id ? needsFinish : false }

    /// Whether it gets a payment now, given the recorded one; it may have been recorded without its payment a moment ago,
    /// with the same batch.
    func findsPayment(after recorded: PaymentToken?) -> Bool { intent != nil && recorded == nil }

    /// Whether it is neither the answer to a payment, nor a copy that a restore has made.
    var answersNobody: Bool { phase == .complete && restore == nil }
}

extension IncomingTransaction {
    /// A transaction as revoked, for its former holder; this version is not signed.
    init(revoking transaction: StoreTransaction, at time: Timestamp) {
        self.init(transaction.revoked(at: time), phase: .complete, needsFinish: false)
        hasMovedAway = true
    }
}

/// The ledger's answer to a reported transaction.
package struct ReportedTransaction: Sendable {
    /// Its state in the ledger now; if the backend waits for a recorded finish, with that finish.
    package var stored: LedgerTransaction
    /// Whether it was new, or had changed.
    package var isUpdate: Bool
    /// Whether it was there before in another state.
    package var isChanged = false
    /// Whether the report was rejected because it is of another purchase; `stored` is then the recorded one (D3).
    package var isOtherPurchase = false
}

/// A transaction of the current user that was recorded, or rejected, with the ledger's answer.
package struct RecordedReport: Sendable {
    /// As it was to be recorded.
    package let incoming: IncomingTransaction
    /// As it is recorded.
    package let answer: ReportedTransaction
}
