/// One transaction's change, as far as entitlements are concerned.
package struct EntitlementChange: Sendable {
    package var old: StoreTransaction?
    package var new: StoreTransaction

    package init(old: StoreTransaction?, new: StoreTransaction) {
        self.old = old
        self.new = new
    }
}

/// The changes of one batch: what each brought for consumables is added up, for only the sum counts.
package struct EntitlementChanges: Sendable {
    fileprivate var others: [EntitlementChange] = []
    fileprivate var tally = ProductTally()

    package init() {}

    package mutating func add(_ change: EntitlementChange) {
        guard change.new.kind == .consumable else { return others.append(change) }
        tally.add(change.new.countedQuantity - (change.old?.countedQuantity ?? 0), of: change.new.productID)
    }
}

/// What the customer owns, as a function of the recorded transactions alone (E2); time is asked at reading.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good: the newest transaction of each line, revoked or not.
    package private(set) var owned: [String: [String: StoreTransaction]] = [:]
    /// For each subscription line: its latest periods, newest expiry first.
    package private(set) var lines: [String: [StoreTransaction]] = [:]
    /// For each consumable: how many were bought and not taken back.
    package private(set) var balances: [String: Int] = [:]

    /// How many periods of a line are kept, to fall back on when the newest is revoked.
    private static let keptPeriods = 4

    package init(balances: [String: Int] = [:]) { self.balances = balances }

    package mutating func apply(_ changes: EntitlementChanges) {
        for change in changes.others {
            if change.new.kind == .autoRenewable { applyPeriod(change.new) } else { applyOwned(change.new) }
        }
        for (product, count) in changes.tally.counts { balances[product, default: 0] += count }
    }

    /// The newest transaction of a line decides, in whatever order they are told.
    private mutating func applyOwned(_ transaction: StoreTransaction) {
        let holder = owned[transaction.productID]?[transaction.originalID]
        if let holder, holder.id != transaction.id, holder.purchaseDate > transaction.purchaseDate { return }
        owned[transaction.productID, default: [:]][transaction.originalID] = transaction
    }

    private mutating func applyPeriod(_ transaction: StoreTransaction) {
        var periods = lines[transaction.originalID] ?? []
        periods.removeAll { $0.id == transaction.id }
        periods.append(transaction)
        periods.sort { ($0.expirationDate ?? $0.purchaseDate) > ($1.expirationDate ?? $1.purchaseDate) }
        if periods.count > Self.keptPeriods { periods.removeLast(periods.count - Self.keptPeriods) }
        lines[transaction.originalID] = periods
    }
}

extension EntitlementState {
    /// The newest transaction that makes a product owned; `nil` when none does.
    package func owning(_ productID: String) -> StoreTransaction? {
        owned[productID]?.values.filter { $0.revocationDate == nil }.max { $0.purchaseDate < $1.purchaseDate }
    }
}

extension StoreTransaction {
    /// What a consumable's transaction adds to its balance.
    var countedQuantity: Int { revocationDate == nil ? quantity : 0 }
}
