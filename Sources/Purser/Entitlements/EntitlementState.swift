/// One transaction's change, as far as entitlements are concerned.
package struct EntitlementChange: Sendable {
    /// The transaction as it was recorded before; `nil` when it is new.
    package var old: StoreTransaction?
    /// The transaction as it is recorded now.
    package var new: StoreTransaction

    /// The change from one description to another.
    package init(old: StoreTransaction?, new: StoreTransaction) {
        self.old = old
        self.new = new
    }
}

/// The changes of one batch.
///
/// Those of consumables are added up by product, because only the sum counts.
package struct EntitlementChanges: Sendable {
    fileprivate var others: [StoreTransaction] = []
    fileprivate var tally = ProductTally()

    /// No changes.
    package init() {}

    /// Adds one change.
    package mutating func add(_ change: EntitlementChange) {
        guard change.new.isConsumable else { return others.append(change.new) }
        tally.add(change.new.countedQuantity - (change.old?.countedQuantity ?? 0), of: change.new.productID)
    }
}

/// What the customer owns, as a function of the recorded transactions alone (E2); time is asked at reading.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good: its lines.
    private var owned: [String: OwnedLines] = [:]
    /// For each subscription line: its latest periods, newest expiry first.
    private var lines: [String: [StoreTransaction]] = [:]
    /// For each consumable: how many were bought and not taken back.
    private var counts: [String: Int] = [:]

    /// Nothing is owned but these consumables.
    package init(balances: [String: Int] = [:]) {
        for (product, count) in balances { add(count, of: product) }
    }

    /// Takes in the changes of one batch.
    package mutating func apply(_ changes: EntitlementChanges) {
        for transaction in changes.others {
            if transaction.isPeriod { applyPeriod(transaction) } else { applyOwned(transaction) }
        }
        for (product, count) in changes.tally.counts { add(count, of: product) }
    }

    private mutating func add(_ count: Int, of productID: String) { counts[productID, default: 0] += count }

    private mutating func applyOwned(_ transaction: StoreTransaction) {
        owned[transaction.productID, default: OwnedLines(transaction)].take(transaction)
    }

    private mutating func applyPeriod(_ transaction: StoreTransaction) {
        lines[transaction.originalID, default: []].take(period: transaction)
    }
}

extension EntitlementState {
    /// The newest transaction that makes a product owned; `nil` when none does.
    package func owning(_ productID: String) -> StoreTransaction? {
        owned[productID]?.newestStanding
    }

    /// The newest transaction of each product that is owned for good, in no particular order.
    package var standing: [StoreTransaction] { owned.values.compactMap(\.newestStanding) }

    /// The periods of each subscription line, in no particular order of the lines.
    package var periods: [[StoreTransaction]] { Array(lines.values) }

    /// How many of a consumable were bought and not taken back.
    package func balance(of productID: String) -> Int { counts[productID] ?? 0 }

    /// For each consumable: how many were bought and not taken back.
    package var balances: [String: Int] { counts }
}

/// The lines of a product that is bought for good; nearly always one.
private struct OwnedLines: Sendable {
    private var first: StoreTransaction
    private var others: [String: StoreTransaction] = [:]

    init(_ transaction: StoreTransaction) { first = transaction }

    /// Takes in a transaction.
    ///
    /// The newest one of a line counts, in whatever order they come.
    mutating func take(_ transaction: StoreTransaction) {
        let line = transaction.originalID
        if line == first.originalID { return first.yield(to: transaction) }
        others[line, default: transaction].yield(to: transaction)
    }

    /// The newest transaction that was not taken back; `nil` when all were.
    var newestStanding: StoreTransaction? {
        if others.isEmpty { return first.revocationTime == nil ? first : nil }
        return ([first] + others.values).filter { $0.revocationTime == nil }
            .max { $0.purchaseTime < $1.purchaseTime }
    }
}

extension StoreTransaction {
    /// Whether it gives its product for a while: of an unknown type, what expires does.
    fileprivate var isPeriod: Bool {
        productType == .autoRenewable || productType == .unknown && expirationTime != nil
    }

    /// What a consumable's transaction adds to its balance.
    var countedQuantity: Int { revocationTime == nil ? purchasedQuantity : 0 }

    /// Gives way to another transaction of its line, unless that is older.
    fileprivate mutating func yield(to other: StoreTransaction) {
        if id == other.id || purchaseTime <= other.purchaseTime { self = other }
    }

    fileprivate var periodEnd: Timestamp { expirationTime ?? purchaseTime }
}

extension [StoreTransaction] {
    /// How many periods of a line are kept.
    ///
    /// When the newest is refunded, one before it may still be running.
    private static var keptPeriods: Int { 4 }

    /// Takes in a period and replaces an earlier description of it.
    ///
    /// The period that ends last stands first.
    fileprivate mutating func take(period: StoreTransaction) {
        if let known = firstIndex(where: { $0.id == period.id }) { remove(at: known) }
        let end = period.periodEnd
        let index = firstIndex { $0.periodEnd < end } ?? count
        guard index < Self.keptPeriods else { return }
        if count == Self.keptPeriods { removeLast() }
        insert(period, at: index)
    }
}
