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
            isTakenBack: transaction.isTakenBack, isReduced: transaction.isRevoked)
        // Of one that was paid back in part an entry would not say how much is left.
        isArchivable = transaction.isConsumable && (!transaction.isRevoked || life.isTakenBack)
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
    ///
    /// Of one that was taken back before it was granted, the grant may be under way.
    var mayArchive: Bool { isArchivable && life.state == .done && !life.awaitsLateGrant }

    /// Whether a step that was taken for an update counts for the latest one.
    ///
    /// What the store took back beyond has to be taken back by itself. What it took back and gave again since has to be
    /// granted by itself where the app took it back by the update; a handler that takes back was not called meanwhile,
    /// since it is called for nothing that is being granted.
    ///
    /// - Parameter revokes: whether the app has a handler that takes back what was granted.
    func counts(_ step: DeliveryStep, takenFor update: StoreUpdate, revokes: Bool) -> Bool {
        guard sequence > update.sequence else { return true }
        return switch step {
        case .granted: revokes || self.update.kind != .reinstated
        case .revoked: !transaction.takesBack(after: update.transaction)
        case .contentInstalled, .owesRevoke, .finishRequested, .finished, .setAside, .released: true
        }
    }
}

extension StoreUpdate {
    /// What it means for what is to be handed over.
    ///
    /// Of what was taken back in part, the rest is handed over all the same; the rest may be taken back later. What is given
    /// back after an upgrade has replaced it is handed over only where that is among the duties.
    func kindOfDelivery(after old: StoreTransaction?, _ duties: TransactionLife.Steps) -> Kind {
        // Nearly all; the others cost a comparison each.
        if kind == .purchased { return kind }
        if kind == .revoked, !transaction.isTakenBack { return .changed }
        if kind == .reinstated, transaction.isTakenBack, duties.isDisjoint(with: [.owesContent, .owesGrant]) {
            return .changed
        }
        if kind == .changed, let old, transaction.isTakenBack, !old.isTakenBack { return .revoked }
        return kind
    }
}
