/// A verified transaction on its way into the ledger.
package struct IncomingTransaction: Sendable {
    /// The transaction as the backend reported it, or as it has described it since.
    package var transaction: StoreTransaction
    /// Which of the phases of its batch it belongs to.
    package var phase: StoreUpdate.Phase
    /// The payment it belongs to, where that is known: waiting, or long ended (M3, M5).
    package var token: PaymentToken?
    /// Whether the backend said which payment that is, or that there is none; otherwise `token` is a guess.
    package var namesPayment: Bool
    /// Whether the backend waits for it to be finished; `nil` when it does not say.
    package var needsFinish: Bool?
    /// The restore that brought it, also one that has ended; such a transaction is no late answer to a payment.
    package var restore: RestoreID?

    /// A transaction on its way into the ledger.
    package init(
        _ transaction: StoreTransaction, phase: StoreUpdate.Phase, token: PaymentToken?, namesPayment: Bool = true,
        needsFinish: Bool?, restore: RestoreID? = nil
    ) {
        self.namesPayment = namesPayment
        self.restore = restore
        self.transaction = transaction
        self.phase = phase
        self.token = token
        self.needsFinish = needsFinish
    }

    /// Whether the backend waits for it to be finished, as far as is known.
    ///
    /// A property and no `??` where it is asked for, which would copy the whole transaction.
    var mayNeedFinish: Bool { needsFinish != false }

    /// The waiting payment that it answers.
    package var answers: PaymentToken? { phase == .payment ? token : nil }
}

/// What the ledger answers to a transaction that a backend reported.
package struct ReportedTransaction: Sendable {
    /// As it stands in the ledger now, and, where the backend waits for a finish that is on record, with that.
    package var stored: LedgerTransaction
    /// Whether it was new, or had changed.
    package var isNews: Bool
    /// Whether it was there before in another state.
    package var isChanged = false
    /// Whether the report was rejected because it is about another purchase; `stored` is then the one on record (D3).
    package var isOtherPurchase = false
}
