// Which payment a transaction belongs to. A backend says so transaction by transaction: where it names the payment that
// counts, and where it does not, the payment is guessed. A guess gives way to a name that comes later.
extension LedgerState {
    /// Takes the payment of a transaction that was not known before out of those without one.
    mutating func payment(of incoming: borrowing IncomingTransaction, _ key: Fingerprint) -> PaymentIntent? {
        if let token = incoming.token, let open = intents.removeValue(forKey: token) {
            if !incoming.namesPayment { guesses[key] = open }
            return open.intent
        }
        guard let late = lateIntent(for: incoming), let open = intents.removeValue(forKey: late.token) else {
            return nil
        }
        guesses[key] = open
        return late
    }

    /// The payment that is named for a transaction which came without one, or was given another one by a guess (M3): a
    /// restore, or the platform's own news, overtook the answer.
    ///
    /// A product owned already also answers with an older transaction, which that payment did not ask for.
    func payment(
        foundBy incoming: borrowing IncomingTransaction, _ key: Fingerprint, of old: LedgerTransaction
    ) -> PaymentIntent? {
        guard incoming.phase == .payment, let token = incoming.token, let intent = intents[token]?.intent,
            old.intent == nil || incoming.namesPayment && guesses[key] != nil,
            incoming.transaction.purchaseTime >= intent.requestTime
        else { return nil }
        return intent
    }

    /// The payment that was guessed for a transaction waits for its own again.
    mutating func takeBackGuess(of transaction: Fingerprint, into batch: inout PreparedBatch) {
        guard let guessed = guesses.removeValue(forKey: transaction) else { return }
        var records: [LedgerRecord] = [.intent(guessed.intent)]
        // One that was answered by the guess has no end of its own; whoever waited for it was answered.
        records.append(.intentEnded(guessed.intent.token, guessed.ending ?? .interrupted))
        for record in records {
            apply(record)
            batch.store(record)
        }
    }

    /// The payment of a transaction that answers nobody and names none: of those that ended without one and fit, those
    /// that a kill interrupted come first, then those that somebody had still to decide about; of each the oldest.
    private func lateIntent(for incoming: borrowing IncomingTransaction) -> PaymentIntent? {
        guard !incoming.namesPayment, incoming.token == nil, incoming.phase == .complete, incoming.restore == nil,
            productsWithEndedIntents.contains(incoming.transaction.productID),
            incoming.transaction.reason == .purchase,
            incoming.transaction.originalID == incoming.transaction.id
        else { return nil }
        let fitting = intents.values.filter { $0.intent.fits(incoming.transaction) }
        // News of a transaction may overtake the answer to a payment under way, which brings the intent then (M3): one
        // that ended must not take it only because the store tells no account.
        let account = incoming.transaction.appAccountToken
        let isOfOpen = fitting.contains { $0.ending == nil && $0.intent.request.appAccountToken == account }
        let candidates = fitting.filter {
            $0.ending != nil && (!isOfOpen || $0.intent.request.appAccountToken == account)
        }
        return candidates.min { $0.precedes($1) }?.intent
    }
}

extension LedgerState.OpenIntent {
    /// The lower, the sooner a transaction that names no payment is taken for this one's.
    fileprivate var rank: Int {
        switch ending {
        case .interrupted: 0
        case .pending: 1
        case .cancelled, .failed, .answered, nil: 2
        }
    }

    /// Whether a transaction is taken for this payment's sooner than for another's.
    fileprivate func precedes(_ other: Self) -> Bool {
        rank == other.rank ? intent.isOlder(than: other.intent) : rank < other.rank
    }
}

extension PaymentIntent {
    /// Whether a transaction can be what this payment asked for, as far as the transaction says.
    ///
    /// The account counts only where the store gives one: not every store returns it.
    package func fits(_ transaction: StoreTransaction) -> Bool {
        productID == transaction.productID && request.quantity == transaction.purchasedQuantity
            && (transaction.appAccountToken == nil || transaction.appAccountToken == request.appAccountToken)
    }
}
