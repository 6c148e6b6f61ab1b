// The payments without a transaction. Which transaction belongs to which of them the payment book decides.
extension LedgerState {
    /// Takes the payment of a transaction out of those without one.
    ///
    /// One that was assigned to another transaction by a guess is taken from that one, which has none from then on.
    mutating func takePayment(of incoming: borrowing IncomingTransaction, into batch: inout PreparedBatch)
        -> PaymentIntent?
    {
        guard let token = incoming.token else { return nil }
        if let open = intents.removeValue(forKey: token) { return open.intent }
        guard let name = incoming.correction?.displaced, let intent = transactions[name]?.intent, intent.token == token
        else { return nil }
        batch.displaced.append(name)
        return intent
    }

    /// Publishes the transactions whose payments turned out to be those of others.
    mutating func publishDisplaced(now: Timestamp, into batch: inout PreparedBatch) {
        guard !batch.displaced.isEmpty else { return }
        for name in batch.displaced {
            guard let old = transactions[name] else { continue }
            publish(
                old.transaction, hash.fingerprint(of: name), phase: .complete, nil, needsFinish: old.life.isUnfinished,
                after: old, now: now, into: &batch)
        }
        batch.displaced = []
    }

    /// A payment that was assigned to a transaction by a guess is open again.
    mutating func reopen(_ correction: PaymentCorrection, of old: LedgerTransaction, into batch: inout PreparedBatch) {
        guard let (token, ending) = correction.reopened, let intent = old.intent, intent.token == token else { return }
        // One that was answered by the guess has no end of its own; whoever waited for it was answered.
        for record in [LedgerRecord.intent(intent), .intentEnded(token, ending)] {
            apply(record)
            batch.store(record)
        }
    }

    /// A payment has ended without a transaction of its own.
    mutating func endAnswered(_ token: PaymentToken?, into batch: inout PreparedBatch) {
        guard let token, intents.contains(token) else { return }
        apply(.intentEnded(token, .answered))
        batch.store(.intentEnded(token, .answered))
    }
}
