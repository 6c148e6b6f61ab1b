/// A transaction in its state in the ledger.
package struct LedgerTransaction: Sendable {
    /// Its latest update.
    package let update: StoreUpdate
    /// The number of its latest update; a copy, because reading it from the update would often miss the processor's caches.
    let sequence: UInt64
    /// The latest signed version of the same state; `nil` when that is the update's.
    private(set) var later: StoreTransaction?
    /// How far it has come.
    package internal(set) var progress: TransactionProgress
    private let isConsumable: Bool
    /// Whether the call that is due has begun in this launch.
    var hasBegun = false
    /// Whether the steps alone determine the units that the app holds: the whole remaining quantity, or none.
    private(set) var isUsual = true

    /// Makes a transaction with these recorded steps; if it was granted, the app holds its whole remaining quantity.
    package init(_ update: StoreUpdate, steps: TransactionProgress.Steps) {
        let transaction = update.transaction
        self.update = update
        sequence = update.sequence
        let isManual = update.finishing == .manual
        let isRevokedOrUpgraded = transaction.isRevokedOrUpgraded
        // The granted quantity is not read: that would often miss the processor's caches.
        let owesGrant = steps.contains(.owesGrant) && !steps.contains(.granted) && !isManual && !isRevokedOrUpgraded
        progress = TransactionProgress(
            steps: steps, isManual: isManual, isRevokedOrUpgraded: isRevokedOrUpgraded, due: owesGrant ? .grant : nil)
        isConsumable = transaction.isConsumable
    }

    init(_ update: StoreUpdate, steps: TransactionProgress.Steps, units: Units) {
        self.init(update, steps: steps)
        hold(units)
    }

    /// Its latest state.
    package var transaction: StoreTransaction {
        // Inlined, a read does not change the reference count; the same is true of the update's.
        // As for the transaction of an update.
        @inline(__always) get { later ?? update.transaction }
        set { later = newValue }
    }

    /// The payment of the transaction.
    package var intent: PaymentIntent? { update.intent }

    /// Whether it may be archived: a consumable without steps due.
    var mayArchive: Bool { isConsumable && isUsual && progress.state == .done }

    /// Whether the finish is the next step, if the backend waits for it.
    var isFinishable: Bool {
        var progress = progress
        progress.noteWaiting()
        return progress.state == .awaitsFinish
    }

    var remaining: Int { update.transaction.remainingQuantity }

    /// The units that the app holds by the steps alone.
    var usualUnits: Units { Units(exactly: progress.steps.contains(.granted) ? remaining : 0) }

    mutating func hold(_ units: Units) {
        let remaining = remaining
        var steps = progress.steps
        if remaining > 0, units.low >= remaining { steps.insert(.granted) } else { steps.remove(.granted) }
        progress = TransactionProgress(
            steps: steps, isManual: progress.isManual, isRevokedOrUpgraded: progress.isRevokedOrUpgraded,
            due: units.due(remaining: remaining, grants: steps.contains(.owesGrant) && !progress.isManual))
        isUsual = units == usualUnits
    }

    /// The record of its later version since its latest update; `nil` when there is none.
    package var laterRecord: LedgerRecord? {
        guard let later else { return nil }
        guard let date = later.signedTime, later == update.transaction.signed(at: date) else {
            return .described(later)
        }
        return .signed(later.ledgerID, date)
    }
}

/// The steps due of a transaction before it is finished, by the app's configuration.
package struct DeliverySteps: Sendable {
    /// Whether the app has a grant handler; without one, a recorded purchase counts as granted.
    package var grants: Bool
    /// Who finishes the transactions of a product without a payment; `nil` when Purser finishes all of them.
    package var finishing: (@Sendable (String) -> Finishing)?
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    /// Makes the steps due of an app with some of this configured, or nothing.
    package init(
        grants: Bool = false, hasContent: @escaping @Sendable (String) -> Bool = { _ in false },
        finishing: (@Sendable (String) -> Finishing)? = nil
    ) {
        (self.grants, self.finishing, self.hasContent) = (grants, finishing, hasContent)
    }

    func stepsDue(
        of update: StoreUpdate, after old: LedgerTransaction?, mayHaveBegun: Bool
    ) -> TransactionProgress.Steps {
        var stepsDue: TransactionProgress.Steps = []
        if mayHaveBegun, old?.progress.due != nil { stepsDue.insert(.mayHaveBegun) }
        let isGrant = update.kind.grants
        guard isGrant || old.map({ raises(update, after: $0) }) ?? false, !update.transaction.isRevokedOrUpgraded else {
            return stepsDue
        }
        if isGrant, hasContent(update.transaction.productID) { stepsDue.insert(.owesContent) }
        if update.finishing == .atomic { stepsDue.insert(grants ? .owesGrant : .granted) }
        return stepsDue
    }

    /// Whether more is to be granted than before: units are reinstated, or a payment leaves the finish to Purser
    /// instead of the app.
    private func raises(_ update: StoreUpdate, after old: LedgerTransaction) -> Bool {
        if update.transaction.remainingQuantity > old.remaining { return true }
        return old.progress.isManual && update.finishing == .atomic && old.progress.isLeftToApp
    }
}
