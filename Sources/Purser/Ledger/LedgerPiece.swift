/// A part of the state as a snapshot holds it; all of them, in order, give the state again.
package enum LedgerPiece: Sendable, Hashable {
    /// The number of the next update, and the latest date that the store has vouched for.
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// What the transactions of a consumable, whole and archived ones, add up to.
    case balance(productID: String, count: Int)
    /// A payment without a transaction so far, and how it ended, if it did.
    case openIntent(PaymentIntent, IntentEnding?)
    /// A transaction that is here as a whole: its latest update, what is on record of it, and why it was set aside.
    case transaction(StoreUpdate, TransactionLife.Steps, deadLetter: String?)
    /// The products that archived transactions name by their indexes.
    case archivedProducts([String])
    /// What is kept of finished consumables.
    case archived([ArchivedTransaction])
}

extension LedgerState {
    /// Gives the state as records; applied to an empty state they give it again.
    package func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        try body(.piece(.totals(nextSequence: nextSequence, trustedDate: trustedDate)))
        for (product, count) in balances.sorted(by: { $0.key < $1.key }) {
            try body(.piece(.balance(productID: product, count: count)))
        }
        try transactions.writeArchive { try body(.piece($0)) }
        for intent in orderedIntents { try body(.piece(.openIntent(intent.intent, intent.ending))) }
        try transactions.writeWhole(deadLetters: deadLetters) { try body(.piece($0)) }
        for (name, sequence) in consumers.sorted(by: { $0.key < $1.key }) { try body(.consumer(name, sequence)) }
        try accounts.write(body)
    }
}
