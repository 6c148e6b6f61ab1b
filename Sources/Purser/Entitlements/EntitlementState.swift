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

/// What the customer owns, computed from the recorded transactions alone (E2).
///
/// The time matters only to readers, who ask which of the subscriptions are in a paid period.
///
/// A *line* here is all transactions with the same original transaction: a purchase with its later descriptions, or a
/// subscription with all its periods. Products and lines are looked up by fingerprints, which cost a third of a
/// dictionary's hash function. A restore makes one look-up for each transaction, and a reader one for each question.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good, its lines.
    private var owned = QuickTable<Fingerprint, OwnedLines>()
    /// For each subscription line, its latest periods, the one that ends last first.
    private var lines = QuickTable<Fingerprint, [StoreTransaction]>()
    /// For each consumable, how many were bought and not refunded.
    private var counts = QuickTable<Fingerprint, (productID: String, count: Int)>()

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

    private mutating func add(_ count: Int, of productID: String) {
        let product = Fingerprint(of: productID)
        if counts.update(product, { $0.count += count }) == nil { counts.put((productID, count), for: product) }
    }

    private mutating func applyOwned(_ transaction: StoreTransaction) {
        let product = Fingerprint(of: transaction.productID)
        if owned.update(product, { $0.take(transaction) }) == nil { owned.put(OwnedLines(transaction), for: product) }
    }

    private mutating func applyPeriod(_ transaction: StoreTransaction) {
        let line = transaction.line
        if lines.update(line, { $0.take(period: transaction) }) == nil { lines.put([transaction], for: line) }
    }
}

extension EntitlementState {
    /// The newest transaction that makes a product owned; `nil` when none does.
    package func owning(_ productID: String) -> StoreTransaction? {
        owned.read(Fingerprint(of: productID)) { $0.newestStanding } ?? nil
    }

    /// The newest transaction of each product that is owned for good, in no particular order.
    package var standing: [StoreTransaction] { owned.values.compactMap(\.newestStanding) }

    /// The periods of each subscription line, in no particular order of the lines.
    package var periods: [[StoreTransaction]] { lines.values }

    /// How many of a consumable were bought and not refunded; 0 for other products.
    package func balance(of productID: String) -> Int { counts.read(Fingerprint(of: productID)) { $0.count } ?? 0 }

    /// For each consumable, how many were bought and not refunded.
    package var balances: [String: Int] {
        Dictionary(counts.values.map { ($0.productID, $0.count) }, uniquingKeysWith: +)
    }
}

/// The lines of a product that is bought for good; nearly always one.
private struct OwnedLines: Sendable {
    private var first: StoreTransaction
    private var others = QuickTable<Fingerprint, StoreTransaction>()

    init(_ transaction: StoreTransaction) { first = transaction }

    /// Takes in a transaction.
    ///
    /// The newest one of a line counts, in whatever order they come.
    mutating func take(_ transaction: StoreTransaction) {
        let line = transaction.line
        if line == first.line { return first.yield(to: transaction) }
        if others.update(line, { $0.yield(to: transaction) }) == nil { others.put(transaction, for: line) }
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

    /// The fingerprint of the line to which it belongs.
    fileprivate var line: Fingerprint { Fingerprint(of: originalID) }

    /// Becomes another transaction of its line, unless that one is older.
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
