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
    /// Whether the call that is due may have begun.
    var mayHaveBegun = false
    /// Whether the steps alone say how many units the app holds: all that stand, or none.
    private(set) var isUsual = true

    /// A transaction of which these steps are on record; where it was granted, the app holds all units that stand.
    package init(_ update: StoreUpdate, steps: TransactionLife.Steps) {
        let transaction = update.transaction
        self.update = update
        sequence = update.sequence
        let isManual = update.finishing == .manual
        let isTakenBack = transaction.isTakenBack
        // What is granted is not looked at: reading how many there are of it would often miss the processor's caches.
        let owesGrant = steps.contains(.owesGrant) && !steps.contains(.granted) && !isManual && !isTakenBack
        life = TransactionLife(
            steps: steps, isManual: isManual, isTakenBack: isTakenBack, due: owesGrant ? .grant : nil)
        // Of one that was paid back in part an entry would not say how much is left.
        isArchivable = transaction.isConsumable && (!transaction.isRevoked || isTakenBack)
    }

    /// A transaction of which these steps are on record, and of which the app may hold so many units.
    init(_ update: StoreUpdate, steps: TransactionLife.Steps, units: Units) {
        self.init(update, steps: steps)
        hold(units)
    }

    /// Its latest state.
    package var transaction: StoreTransaction {
        // Inlined, what is only looked at is not counted up and down; the same goes for the update's.
        @inline(__always) get { later ?? update.transaction }
        set { later = newValue }
    }

    /// The payment that asked for it.
    package var intent: PaymentIntent? { update.intent }

    /// Whether it may be reduced to a few bytes: a consumable with which nothing is left to be done.
    var mayArchive: Bool { isArchivable && isUsual && life.state == .done }

    /// Whether finishing is what is next, given that the backend waits for it.
    var isFinishable: Bool {
        var life = life
        life.noteWaiting()
        return life.next == .finish
    }

    /// How many of it stand, by what is recorded.
    var standing: Int { update.transaction.standingQuantity }

    /// How many units the app holds by the steps alone.
    var usualUnits: Units { Units(exactly: life.steps.contains(.granted) ? standing : 0) }

    /// The app may hold so many units of it.
    mutating func hold(_ units: Units) {
        let standing = standing
        var steps = life.steps
        if standing > 0, units.low >= standing { steps.insert(.granted) } else { steps.remove(.granted) }
        life = TransactionLife(
            steps: steps, isManual: life.isManual, isTakenBack: life.isTakenBack,
            due: units.due(standing: standing, grants: steps.contains(.owesGrant) && !life.isManual))
        isUsual = units == usualUnits
    }

    /// What is on record of it since its latest update; `nil` when there is nothing.
    var laterRecord: LedgerRecord? {
        guard let later else { return nil }
        guard let date = later.signedTime, later == update.transaction.signed(at: date) else {
            return .described(later)
        }
        return .signed(later.ledgerID, date)
    }
}
