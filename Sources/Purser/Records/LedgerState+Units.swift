// How many units of each transaction the app may hold: by its steps, and by `units` where these do not say it.
extension LedgerState {
    /// What the success of a handler has changed.
    enum CallEffect: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// What the step says by itself, counted for the latest update.
        case step
        /// The units: the handler was called with an earlier update, by which other ones stood.
        case units(Units)
    }

    /// How many units of a transaction the app may hold.
    package func units(of transaction: LedgerTransaction) -> Units {
        guard !transaction.isUsual else { return transaction.usualUnits }
        return units[transaction.update.transaction.ledgerID] ?? transaction.usualUnits
    }

    /// A transaction that was reported before, as a new update leaves it.
    ///
    /// A call that was due and may have begun counts as begun. A dead letter ends when the step that failed is not due any
    /// more.
    mutating func following(
        _ old: LedgerTransaction, _ update: StoreUpdate, _ duties: TransactionLife.Steps
    ) -> LedgerTransaction {
        var units = units(of: old)
        if duties.contains(.mayHaveBegun), let call = old.life.due { units.began(call, standing: old.standing) }
        if duties.contains(.granted) { units.succeeded(.grant, standing: update.transaction.standingQuantity) }
        let steps = old.life.steps(after: update.kind, duties: duties, isManual: update.finishing == .manual)
        var transaction = LedgerTransaction(update, steps: steps, units: units)
        keep(units, of: transaction)
        if steps.contains(.setAside), transaction.life.nextOnceReleased != old.life.nextOnceReleased {
            _ = transaction.life.take(.released)
            deadLetters[update.transaction.ledgerID] = nil
        }
        return transaction
    }

    /// A handler has succeeded.
    ///
    /// - Parameter update: the update that it was called with; `nil` for the latest.
    /// - Returns: what that changes; `nil` when the transaction is not here as a whole.
    mutating func apply(_ call: Units.Call, of id: String, in update: StoreUpdate? = nil) -> CallEffect? {
        var effect: CallEffect?
        var held: (units: Units, transaction: LedgerTransaction)?
        let known = units
        _ = transactions.change(hash.fingerprint(of: id)) { transaction in
            let isEarlier = update.map { $0.sequence < transaction.sequence } ?? false
            guard call == .revoke || isEarlier || !transaction.isUsual else {
                // Nearly always, and without a look at how many there are.
                effect = transaction.life.take(.granted) ? .step : .nothing
                return effect == .step
            }
            let latest = transaction.standing
            let standing = isEarlier ? update?.transaction.standingQuantity ?? latest : latest
            let old = known[id] ?? transaction.usualUnits
            var units = old
            if call == .revoke, standing < latest, !duties.grants {
                // What is recorded counts as granted: the app may have taken it before this call, or after it.
                units.began(.revoke, standing: standing)
            } else {
                units.succeeded(call, standing: standing)
            }
            effect = units == old ? .nothing : standing == latest ? .step : .units(units)
            guard units != old else { return false }
            transaction.hold(units)
            held = (units, transaction)
            return true
        }
        if let held { keep(held.units, of: held.transaction) }
        return effect
    }

    /// So many units of a transaction are on record; in a snapshot they stand in front of it.
    mutating func apply(_ units: Units, of id: String) {
        var held: LedgerTransaction?
        _ = transactions.change(hash.fingerprint(of: id)) { transaction in
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

    /// A handler is about to be called for a transaction.
    ///
    /// - Returns: whether this is still its latest update.
    mutating func begin(_ transaction: LedgerTransaction) -> Bool {
        var isLatest = true
        _ = transactions.change(hash.fingerprint(of: transaction.update.transaction.ledgerID)) { known in
            isLatest = known.sequence == transaction.sequence
            if isLatest { known.mayHaveBegun = true }
            return false
        }
        return isLatest
    }
}
