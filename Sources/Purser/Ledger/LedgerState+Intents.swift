#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Which payment a transaction belongs to. A backend says so transaction by transaction: where it names the payment that
// counts, and where it does not, the payment is guessed. No clock decides, only what was recorded before what.
extension LedgerState {
    /// Takes the payment of a transaction that was not known before out of those without one.
    mutating func payment(of incoming: borrowing IncomingTransaction, _ key: Fingerprint) -> PaymentIntent? {
        if let token = incoming.token, let open = intents.removeValue(forKey: token) {
            if !incoming.namesPayment { noteUnnamed(key, guess: open, isAnswer: incoming.phase == .payment) }
            return open.intent
        }
        let late = lateIntent(for: incoming)
        let guess = late.map { intents.removeValue(forKey: $0.token) } ?? nil
        // A payment that is open may turn out to have asked for it.
        if guess != nil || !intents.isEmpty { noteUnnamed(key, guess: guess, isAnswer: incoming.phase == .payment) }
        return late
    }

    private mutating func noteUnnamed(_ key: Fingerprint, guess: OpenIntent?, isAnswer: Bool) {
        unnamed.add(.init(sequence: nextSequence, guess: guess, isAnswer: isAnswer), for: key)
    }

    /// The payment that is found for a transaction which came without one, or was given another one by a guess (M3): a
    /// restore, or the platform's own news, overtook the answer.
    ///
    /// A product owned already also answers with an older transaction, which that payment did not ask for: it was told
    /// first before that payment was recorded (M2).
    func payment(
        foundBy incoming: borrowing IncomingTransaction, _ key: Fingerprint, of old: LedgerTransaction
    ) -> PaymentIntent? {
        guard let token = incoming.token, let open = intents[token], let told = unnamed[key],
            told.sequence > open.after
        else { return nil }
        let isAnswer = incoming.phase == .payment
        guard told.guess != nil else { return isAnswer && old.intent == nil ? open.intent : nil }
        return incoming.namesPayment || isAnswer && !told.isAnswer ? open.intent : nil
    }

    /// Takes the payment that is named for the news of a transaction which came without one; an answer may be about an older
    /// transaction, and names none for it.
    mutating func payment(namedBy incoming: borrowing IncomingTransaction) -> PaymentIntent? {
        guard incoming.phase != .payment, let token = incoming.token else { return nil }
        return intents.removeValue(forKey: token)?.intent
    }

    /// The payment of a transaction is found; one that was guessed for it waits for its own again.
    mutating func settle(_ transaction: Fingerprint, _ intent: PaymentIntent, into batch: inout PreparedBatch) {
        intents.removeValue(forKey: intent.token)
        let guess = unnamed[transaction]?.guess
        unnamed.settle(transaction)
        guard let guess else { return }
        let token = guess.intent.token
        // One that was answered by the guess has no end of its own; whoever waited for it was answered.
        for record in [LedgerRecord.intent(guess.intent), .intentEnded(token, guess.ending ?? .interrupted)] {
            apply(record)
            batch.store(record)
        }
    }

    /// The payment of a transaction that answers nobody and names none: of those that ended without one and fit, those
    /// that a kill interrupted come first, then those that somebody had still to decide about; of each the oldest.
    ///
    /// News of a transaction may overtake the answer to a payment under way, which takes the transaction over then.
    private func lateIntent(for incoming: borrowing IncomingTransaction) -> PaymentIntent? {
        guard !incoming.namesPayment, incoming.phase == .complete, incoming.restore == nil,
            productsWithEndedIntents.contains(incoming.transaction.productID),
            incoming.transaction.reason == .purchase,
            incoming.transaction.originalID == incoming.transaction.id
        else { return nil }
        let fitting = intents.values.filter { $0.intent.fits(incoming.transaction) }
            .ofOneUser(incoming.transaction.appAccountToken)
        return fitting.filter { $0.ending != nil }.min { precedes($0, $1) }?.intent
    }

    /// Whether a transaction is taken for the first payment's sooner than for the second's.
    private func precedes(_ first: OpenIntent, _ second: OpenIntent) -> Bool {
        first.rank == second.rank
            ? age(of: first.intent.token) < age(of: second.intent.token) : first.rank < second.rank
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
}

extension [LedgerState.OpenIntent] {
    /// Those of the user that a transaction names; where it names none, those of nobody in particular, and without such ones
    /// all, if they belong to one user.
    fileprivate func ofOneUser(_ named: UUID?) -> Self {
        guard named == nil else { return self }
        let unnamed = filter { $0.intent.request.appAccountToken == nil }
        guard unnamed.isEmpty else { return unnamed }
        return Set(map(\.intent.request.appAccountToken)).count == 1 ? self : []
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
