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
    fileprivate var others: [StoreTransaction] = []
    fileprivate var tally = ProductTally()

    package init() {}

    package mutating func add(_ change: EntitlementChange) {
        guard change.new.isConsumable else { return others.append(change.new) }
        tally.add(change.new.countedQuantity - (change.old?.countedQuantity ?? 0), of: change.new.productID)
    }
}

/// What the customer owns, as a function of the recorded transactions alone (E2); time is asked at reading.
///
/// Products and lines are known by their fingerprints, which cost a third of a dictionary's hash function: a restore
/// looks one up with each transaction, and a reader with each question.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good: its lines.
    private var owned = QuickTable<Fingerprint, OwnedLines>()
    /// For each subscription line: its latest periods, newest expiry first.
    private var lines = QuickTable<Fingerprint, [StoreTransaction]>()
    /// For each consumable: how many were bought and not taken back.
    private var counts = QuickTable<Fingerprint, (productID: String, count: Int)>()

    package init(balances: [String: Int] = [:]) {
        for (product, count) in balances { add(count, of: product) }
    }

    package mutating func apply(_ changes: EntitlementChanges) {
        for transaction in changes.others {
            if transaction.productType == .autoRenewable { applyPeriod(transaction) } else { applyOwned(transaction) }
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

    /// How many of a consumable were bought and not taken back.
    package func balance(of productID: String) -> Int { counts.read(Fingerprint(of: productID)) { $0.count } ?? 0 }

    /// For each consumable: how many were bought and not taken back.
    package var balances: [String: Int] {
        Dictionary(counts.values.map { ($0.productID, $0.count) }, uniquingKeysWith: +)
    }
}

/// The lines of a product that is bought for good; nearly always one.
private struct OwnedLines: Sendable {
    private var first: StoreTransaction
    private var others = QuickTable<Fingerprint, StoreTransaction>()

    init(_ transaction: StoreTransaction) { first = transaction }

    /// The newest transaction of a line decides, in whatever order they are told.
    mutating func take(_ transaction: StoreTransaction) {
        let line = transaction.line
        if line == first.line { return first.yield(to: transaction) }
        if others.update(line, { $0.yield(to: transaction) }) == nil { others.put(transaction, for: line) }
    }

    /// The newest that was not taken back.
    var newestStanding: StoreTransaction? {
        if others.isEmpty { return first.revocationTime == nil ? first : nil }
        return ([first] + others.values).filter { $0.revocationTime == nil }
            .max { $0.purchaseTime < $1.purchaseTime }
    }
}

extension StoreTransaction {
    /// What a consumable's transaction adds to its balance.
    var countedQuantity: Int { revocationTime == nil ? purchasedQuantity : 0 }

    /// Stands for the line that it belongs to.
    fileprivate var line: Fingerprint { originalID == id ? fingerprint : Fingerprint(of: originalID) }

    /// Gives way to another transaction of its line, unless that is older.
    fileprivate mutating func yield(to other: StoreTransaction) {
        if fingerprint == other.fingerprint || purchaseTime <= other.purchaseTime { self = other }
    }

    fileprivate var periodEnd: Timestamp { expirationTime ?? purchaseTime }
}

extension [StoreTransaction] {
    /// How many periods of a line are kept, to fall back on when the newest is revoked.
    private static var keptPeriods: Int { 4 }

    /// Takes in a period, in place of an earlier description of it; the newest expiry stands first.
    fileprivate mutating func take(period: StoreTransaction) {
        if let known = firstIndex(where: { $0.fingerprint == period.fingerprint }) { remove(at: known) }
        let end = period.periodEnd
        let place = firstIndex { $0.periodEnd < end } ?? count
        guard place < Self.keptPeriods else { return }
        if count == Self.keptPeriods { removeLast() }
        insert(period, at: place)
    }
}
