/// A part of the ledger's state in a snapshot; all parts together, in order, restore the state.
package enum LedgerPiece: Sendable, Hashable {
    /// The number of the next update, and the latest date at which the App Store signed or sold a transaction.
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// The balance of a consumable, over all transactions of an environment, archived ones included.
    case balance(productID: String, count: Int, StoreEnvironment)
    /// A payment that has no transaction so far, and its ending, if it ended.
    case openIntent(PaymentIntent, PaymentState?)
    /// A transaction that is kept as a whole: its latest update, its recorded steps, and the reason of its dead letter,
    /// if it is one.
    case transaction(StoreUpdate, TransactionProgress.Steps, deadLetter: String?)
    /// The texts that archived transactions have by their indexes.
    case archivedTexts(ByteStrings)
    /// Archived transactions: the fingerprint of each, and its encoded update.
    case archived(ByteStrings)
    /// An update before the snapshot, for consumers that have not read it.
    case earlier(StoreUpdate)
}
