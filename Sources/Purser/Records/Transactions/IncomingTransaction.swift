/// A verified transaction to be recorded, with the payment book's decision.
package struct IncomingTransaction: Sendable {
    /// The transaction as the backend reported it, or its latest version.
    package var transaction: StoreTransaction
    /// The phase of its batch.
    package var phase: StoreUpdate.Phase
    /// The payment of the transaction; `nil` when none was found (M3, M5).
    package var token: PaymentToken?
    /// That payment as it was requested, if it was open.
    package var intent: PaymentIntent?
    /// The waiting payment that it answers; it may belong to another one, for example when a product is owned already.
    package var answers: PaymentToken?
    /// The other changes of the decision; `nil` when there are none, as nearly always.
    package var correction: PaymentCorrection?
    /// Whether the backend waits for its finish; `nil` when that is not reported.
    package var needsFinish: Bool?
    /// The restore that reported it, also an ended one.
    package var restore: RestoreID?
    /// Whether its user was guessed, or it has moved to another one.
    var marks: TransactionProgress.Steps = []

    /// A transaction on its way into the ledger.
    package init(
        _ transaction: StoreTransaction, phase: StoreUpdate.Phase, token: PaymentToken?, needsFinish: Bool?,
        restore: RestoreID? = nil, answers: PaymentToken? = nil, correction: PaymentCorrection? = nil,
        intent: PaymentIntent? = nil
    ) {
        self.transaction = transaction
        self.phase = phase
        (self.token, self.intent) = (token ?? intent?.token, intent)
        self.answers = answers ?? (phase == .payment ? token : nil)
        self.correction = correction
        self.needsFinish = needsFinish
        self.restore = restore
    }

    /// Whether the backend waits for its finish, as far as is known; `??` in its place would copy the transaction.
    var mayNeedFinish: Bool { needsFinish != false }

    /// Whether it gets a payment now, given the recorded one; it may have been recorded without its payment a moment ago,
    /// with the same batch.
    func findsPayment(after recorded: PaymentToken?) -> Bool {
        correction?.isFoundLater == true || intent != nil && recorded == nil
    }

    /// Whether it may be a purchase that is recorded under another identifier, and no separate one: neither the answer to
    /// a payment, nor a copy that a restore has made.
    var mayBeRenamed: Bool { phase == .complete && restore == nil }
}

/// The changes of a payment book's decision besides the payment; a class, because few transactions have one.
package final class PaymentCorrection: Sendable {
    /// Whether a recorded transaction gets its payment now: it came without one, or with another by a guess.
    package let isFoundLater: Bool
    /// The payment that was assigned to the transaction by a guess, and its state without it.
    package let reopened: EndedPayment?
    /// The transaction to which the payment had been assigned by a guess, as the ledger names it.
    package let displaced: String?
    /// The identifier of the purchase in the records of the store's folder, if it was reported under another one.
    package let knownAs: String?

    /// Makes a correction; `nil` when there is nothing to correct.
    package init?(
        isFoundLater: Bool = false, reopened: EndedPayment? = nil,
        displaced: String? = nil, knownAs: String? = nil
    ) {
        guard isFoundLater || reopened != nil || displaced != nil || knownAs != nil else { return nil }
        (self.isFoundLater, self.knownAs) = (isFoundLater, knownAs)
        (self.reopened, self.displaced) = (reopened, displaced)
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
