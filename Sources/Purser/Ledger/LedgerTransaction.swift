/// A transaction as it stands in the ledger.
package struct LedgerTransaction: Sendable {
    /// Its latest update.
    package let update: StoreUpdate
    /// The number of its latest update; a copy, because reading it from the update would often miss the processor's caches.
    let sequence: UInt64
    /// The latest description that the store signed of the same state; `nil` when that is the update's.
    private(set) var later: StoreTransaction?
    /// How far it has come.
    package internal(set) var life: TransactionLife
    private let isArchivable: Bool

    /// A transaction of which these steps are on record.
    package init(_ update: StoreUpdate, steps: TransactionLife.Steps) {
        let transaction = update.transaction
        self.update = update
        sequence = update.sequence
        life = TransactionLife(
            steps: steps, isManual: update.finishing == .manual,
            isTakenBack: transaction.isTakenBack)
        // Of one that was paid back in part an entry would not say how much is left.
        isArchivable = transaction.isConsumable && (transaction.revocationTime == nil || life.isTakenBack)
    }

    /// Its latest state.
    package var transaction: StoreTransaction {
        get { later ?? update.transaction }
        set { later = newValue }
    }

    /// The payment that asked for it.
    package var intent: PaymentIntent? { update.intent }

    /// Whether it may be reduced to a few bytes: a consumable with which nothing is left to be done.
    var mayArchive: Bool { isArchivable && life.state == .done }
}
