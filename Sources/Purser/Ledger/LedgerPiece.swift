/// A part of the state as a snapshot holds it; all of them, in order, give the state again.
package enum LedgerPiece: Sendable, Hashable {
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// What the transactions of a consumable, whole and archived ones, add up to.
    case balance(productID: String, count: Int)
    case openIntent(PaymentIntent, IntentEnding?)
    case transaction(StoreUpdate, TransactionLife.Steps, deadLetter: String?)
    /// The products that archived transactions name by their places.
    case archivedProducts([String])
    case archived([ArchivedTransaction])
}

extension LedgerState {
    /// Tells the state as records; applied to an empty state they give it again.
    package func tell(_ body: (LedgerRecord) throws -> Void) rethrows {
        try body(.piece(.totals(nextSequence: nextSequence, trustedDate: trustedDate)))
        for (product, count) in balances.sorted(by: { $0.key < $1.key }) {
            try body(.piece(.balance(productID: product, count: count)))
        }
        try body(.piece(.archivedProducts(archivedProducts)))
        try archived.chunks { try body(.piece(.archived($0))) }
        for intent in orderedIntents { try body(.piece(.openIntent(intent.intent, intent.ending))) }
        for transaction in transactions.values.sorted(by: { $0.sequence < $1.sequence }) {
            let reason = deadLetters[transaction.transaction.id]
            try body(.piece(.transaction(transaction.update, transaction.life.steps, deadLetter: reason)))
        }
        for (name, sequence) in consumers.sorted(by: { $0.key < $1.key }) { try body(.consumer(name, sequence)) }
        try accounts.tell(body)
    }
}
