/// A part of the ledger's state in a snapshot; all parts together, in order, restore the state.
package enum LedgerPiece: Sendable, Hashable {
    /// The number of the next update, and the latest date at which the App Store signed or sold a transaction.
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// The balance of a consumable, over all transactions, archived ones included.
    case balance(productID: String, count: Int)
    /// A payment that has no transaction so far, and its ending, if it ended.
    case openIntent(PaymentIntent, IntentEnding?)
    /// A transaction that is kept as a whole: its latest update, its recorded steps, and the reason of its dead letter,
    /// if it is one.
    case transaction(StoreUpdate, TransactionProgress.Steps, deadLetter: String?)
    /// The products that archived transactions name by their indexes.
    case archivedProducts([String])
    /// The archived entries of finished consumables.
    case archived([ArchivedTransaction])
    /// An update before the snapshot, for consumers that have not read it.
    case earlier(StoreUpdate)
}
