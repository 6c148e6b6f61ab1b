/// The records of deliveries besides the steps of each transaction: dead letters, and units that the app may hold.
struct DeliveryRecords: Sendable {
    private(set) var deadLetters: [String: String] = [:]
    /// The units that the app may hold, for the few transactions whose steps do not determine them.
    private(set) var units: [String: Units] = [:]
    private let grants: Bool

    init(grants: Bool) { self.grants = grants }

    /// The effect of a handler's success.
    enum CallEffect: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// The units that follow from the step, for the latest update.
        case step
        /// The units: the handler was called with an earlier update, which had another remaining quantity.
        case units(Units)
    }

    func units(of transaction: LedgerTransaction) -> Units {
        guard !transaction.isUsual else { return transaction.usualUnits }
        return units[transaction.update.transaction.ledgerID] ?? transaction.usualUnits
    }

    /// Returns a recorded transaction after a new update.
    ///
    /// A call that may have begun counts as begun; a dead letter ends when the failed step is no longer due.
    mutating func following(
        _ old: LedgerTransaction, _ update: StoreUpdate, _ stepsDue: TransactionProgress.Steps
    ) -> LedgerTransaction {
        var units = units(of: old)
        if stepsDue.contains(.mayHaveBegun), let call = old.progress.due { units.began(call, remaining: old.remaining) }
        if stepsDue.contains(.granted) { units.succeeded(.grant, remaining: update.transaction.remainingQuantity) }
        let steps = old.progress.steps(after: update.kind, stepsDue: stepsDue, isManual: update.finishing == .manual)
        var transaction = LedgerTransaction(update, steps: steps, units: units)
        keep(units, of: transaction)
        if steps.contains(.deadLetter), transaction.progress.stateOnceReleased != old.progress.stateOnceReleased {
            _ = transaction.progress.apply(.released)
            deadLetters[update.transaction.ledgerID] = nil
        }
        return transaction
    }

    /// Records one more completed step of a transaction, by a handler that was called with this update; `nil` when it
    /// is not kept as a whole.
    mutating func apply(
        _ step: DeliveryStep, of id: String, in update: StoreUpdate? = nil, _ transactions: inout TransactionIndex
    ) -> CallEffect? {
        if let call = step.call { return apply(call, of: id, in: update, &transactions) }
        let isNew = transactions.change(transactions.hash.fingerprint(of: id)) { $0.progress.apply(step) }
        switch step {
        case .deadLetter(let reason): if isNew == true { deadLetters[id] = reason }
        case .released: deadLetters[id] = nil
        case .contentInstalled, .granted, .revoked, .finishRequested, .finished: break
        }
        return isNew.map { $0 ? .step : .nothing }
    }

    private mutating func apply(
        _ call: Units.Call, of id: String, in update: StoreUpdate?, _ transactions: inout TransactionIndex
    ) -> CallEffect? {
        var effect: CallEffect?
        var held: (units: Units, transaction: LedgerTransaction)?
        _ = transactions.change(transactions.hash.fingerprint(of: id)) { transaction in
            let isEarlier = update.map { $0.sequence < transaction.sequence } ?? false
            guard call == .revoke || isEarlier || !transaction.isUsual else {
                // The usual case, without reading the quantity.
                effect = transaction.progress.apply(.granted) ? .step : .nothing
                return effect == .step
            }
            let latest = transaction.remaining
            let remaining = isEarlier ? update?.transaction.remainingQuantity ?? latest : latest
            let old = self.units[id] ?? transaction.usualUnits
            var units = old
            if call == .revoke, remaining < latest, !grants {
                // A recorded purchase counts as granted: the app may have delivered it before this call, or after it.
                units.began(.revoke, remaining: remaining)
            } else {
                units.succeeded(call, remaining: remaining)
            }
            effect = units == old ? .nothing : remaining == latest ? .step : .units(units)
            guard units != old else { return false }
            transaction.hold(units)
            held = (units, transaction)
            return true
        }
        if let held { keep(held.units, of: held.transaction) }
        return effect
    }

    /// Restores the recorded units of a transaction; in a snapshot this record is before the transaction.
    mutating func apply(_ units: Units, of id: String, _ transactions: inout TransactionIndex) {
        var held: LedgerTransaction?
        _ = transactions.change(transactions.hash.fingerprint(of: id)) { transaction in
            transaction.hold(units)
            held = transaction
            return true
        }
        if let held { keep(units, of: held) } else { self.units[id] = units }
    }

    private mutating func keep(_ units: Units, of transaction: LedgerTransaction) {
        guard !transaction.isUsual || !self.units.isEmpty else { return }
        self.units[transaction.update.transaction.ledgerID] = transaction.isUsual ? nil : units
    }

    /// Restores a transaction of a snapshot, with the records of its delivery.
    mutating func restored(_ update: StoreUpdate, steps: TransactionProgress.Steps, deadLetter: String?)
        -> LedgerTransaction
    {
        let id = update.transaction.ledgerID
        var transaction = LedgerTransaction(update, steps: steps)
        if let units = units[id] { transaction.hold(units) }
        deadLetters[id] = deadLetter
        return transaction
    }
}
