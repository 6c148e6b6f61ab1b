/// A part of the ledger's state as a snapshot holds it; all parts together, in order, give the state again.
package enum LedgerPiece: Sendable, Hashable {
    /// The number of the next update, and the latest date at which the store signed or sold a transaction.
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// How many of a consumable the customer has by all transactions, whole and archived ones.
    case balance(productID: String, count: Int)
    /// A payment that has no transaction so far, and how it ended, if it did.
    case openIntent(PaymentIntent, IntentEnding?)
    /// A transaction that is kept as a whole: its latest update, the steps on record, and why it was set aside, if it was.
    case transaction(StoreUpdate, TransactionLife.Steps, deadLetter: String?)
    /// The products that archived transactions name by their indexes.
    case archivedProducts([String])
    /// What is kept of finished consumables.
    case archived([ArchivedTransaction])
}
