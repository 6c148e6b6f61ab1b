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
        if let token = incoming.token, let open = takeIntent(token) {
            if !incoming.namesPayment { noteUnnamed(key, guess: open, isAnswer: incoming.phase == .payment) }
            return open.intent
        }
        var guess: OpenIntent?
        switch latePayment(for: incoming) {
        case .ended(let token): guess = takeIntent(token)
        case .underWay: unnamed.wait(key, of: incoming.transaction.productID)
        case .none: break
        }
        // A payment that is open may turn out to have asked for it.
        if guess != nil || !intents.isEmpty { noteUnnamed(key, guess: guess, isAnswer: incoming.phase == .payment) }
        return guess?.intent
    }

    /// Takes a payment out of those without a transaction.
    mutating func takeIntent(_ token: PaymentToken) -> OpenIntent? {
        guard let open = intents.removeValue(forKey: token) else { return nil }
        if open.ending == nil { unnamed.paymentEnded(open.intent.productID) }
        return open
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
        guard told.guess != nil else {
            return old.intent == nil && (isAnswer || incoming.namesPayment) ? open.intent : nil
        }
        return incoming.namesPayment || isAnswer && !told.isAnswer ? open.intent : nil
    }

    /// Keeps what no storage holds and this launch has seen: which payments and updates came after which (M1, M2).
    ///
    /// - Parameter earlier: the state before all was read from storage again.
    mutating func keepOrder(of earlier: LedgerState) {
        unnamed = earlier.unnamed
        for token in intents.keys {
            guard let known = earlier.intents[token] else { continue }
            intents.update(token) { open in
                if open.after == .max { open.after = known.after }
                if open.ending == known.ending { open.endedAfter = known.endedAfter }
            }
        }
    }

    /// Takes the payment that is named for the news of a transaction which came without one; an answer may be about an older
    /// transaction, and names none for it.
    mutating func payment(namedBy incoming: borrowing IncomingTransaction) -> PaymentIntent? {
        guard incoming.phase != .payment, let token = incoming.token else { return nil }
        return takeIntent(token)?.intent
    }

    /// The payment of a transaction is found; one that was guessed for it waits for its own again.
    mutating func settle(_ transaction: Fingerprint, _ intent: PaymentIntent, into batch: inout PreparedBatch) {
        _ = takeIntent(intent.token)
        let guess = unnamed[transaction]?.guess
        unnamed.settle(transaction)
        guard let guess else { return }
        let token = guess.intent.token
        // One that was answered by the guess has no end of its own; whoever waited for it was answered.
        for record in [LedgerRecord.intent(guess.intent), .intentEnded(token, guess.ending ?? .interrupted)] {
            apply(record)
            batch.store(record)
        }
        intents.update(token) { ($0.after, $0.endedAfter) = (guess.after, guess.endedAfter) }
        unnamed.paymentEnded(guess.intent.productID)
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
