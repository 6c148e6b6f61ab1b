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
    /// What is no consumable, and whether it is on record for the first time.
    fileprivate var others: [(transaction: StoreTransaction, isNew: Bool)] = []
    fileprivate var tally = ProductTally()
    /// What was told of renewals, by the original identifiers of their lines, in order.
    fileprivate var renewals: [(originalID: String, told: ToldRenewal)] = []
    /// The products that were acquired by virtue of subscriptions.
    fileprivate var acquired: Set<String> = []
    /// Whether periods of subscriptions, or what was told of their renewal, are among them.
    var touchesSubscriptions: Bool { !renewals.isEmpty || others.contains { $0.transaction.isPeriod } }
    /// Whether there is none.
    var isEmpty: Bool { others.isEmpty && renewals.isEmpty && acquired.isEmpty && tally.counts.isEmpty }
    /// Whether a transaction has left its place: what is owned has to be computed anew from all of them, because what it
    /// stood before is not kept.
    private(set) var needsRebuild = false

    /// No changes.
    package init() {}

    /// Adds what was told of the renewal of a line.
    package mutating func add(_ told: ToldRenewal, ofLine originalID: String) { renewals.append((originalID, told)) }

    /// Adds a product that was acquired by virtue of a subscription.
    package mutating func add(acquired productID: String) { acquired.insert(productID) }

    /// Adds one change.
    ///
    /// - Parameter joinsLines: whether the transaction says that what was two lines is one.
    package mutating func add(_ change: EntitlementChange, joinsLines: Bool = false) {
        if joinsLines { needsRebuild = true }
        let (old, new) = (change.old, change.new)
        if new.isConsumable || old?.isConsumable == true { tally.add(new, after: old) }
        if !new.isConsumable { others.append((new, old == nil)) }
        if let old, !old.isConsumable, !old.keepsPlace(as: new) { needsRebuild = true }
    }
}

/// What the customer owns, computed from the recorded transactions alone (E2).
///
/// The time matters only to readers, who ask which of the subscriptions are in a paid period.
///
/// A *line* here is all transactions with the same original transaction, whichever identifier it had (M6): a purchase with
/// its later descriptions, or a subscription with all its periods. Products and lines are looked up by fingerprints, which cost a third of a
/// dictionary's hash function. A restore makes one look-up for each transaction, and a reader one for each question.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good, its lines.
    private var owned = QuickTable<Fingerprint, OwnedLines>()
    /// The subscriptions.
    private var lines = QuickTable<Fingerprint, SubscriptionPeriods>()
    /// The subscription groups in which an introductory offer was used.
    private var introducedGroups: Set<String> = []
    /// The products that were acquired by virtue of subscriptions, whether one runs now or not.
    package private(set) var acquired: Set<String> = []
    /// The original identifiers that name one line.
    private var joined = JoinedLines()
    /// For each consumable, how many were bought and not refunded.
    private var counts = QuickTable<Fingerprint, (productID: String, count: Int)>()

    private let hash: KeyedHash

    /// Nothing is owned but these consumables.
    ///
    /// - Parameter hash: that of the ledger.
    package init(balances: [String: Int] = [:], hash: KeyedHash) {
        self.hash = hash
        for (product, count) in balances { add(count, of: product) }
    }

    /// What these transactions come to.
    ///
    /// - Parameters:
    ///   - transactions: each once, in any order; consumables among them are ignored.
    ///   - balances: for each consumable, how many were bought and not refunded.
    ///   - renewals: what was told of renewals, by an original identifier of each line.
    ///   - acquired: the products that were acquired by virtue of subscriptions.
    ///   - hash: that of the ledger.
    package init(
        of transactions: [StoreTransaction], balances: [String: Int],
        renewals: [(originalID: String, told: ToldRenewal)] = [], acquired: Set<String> = [], hash: KeyedHash
    ) {
        self.init(balances: balances, hash: hash)
        self.acquired = acquired
        for transaction in transactions { _ = joined.join(transaction, hash) }
        var periods: [Fingerprint: [StoreTransaction]] = [:]
        for transaction in transactions where !transaction.isConsumable {
            guard transaction.isPeriod else {
                applyOwned(transaction)
                continue
            }
            noteIntroduction(transaction)
            periods[joined.first(hash.fingerprint(of: transaction.originalID)), default: []].append(transaction)
        }
        for (line, periods) in periods { lines.put(SubscriptionPeriods(periods: periods), for: line) }
        var changes = EntitlementChanges()
        changes.renewals = renewals
        apply(changes)
    }

    /// Takes in the changes of one batch.
    package mutating func apply(_ changes: EntitlementChanges) {
        for (transaction, isNew) in changes.others {
            if transaction.isPeriod { applyPeriod(transaction, isNew: isNew) } else { applyOwned(transaction) }
        }
        for (product, count) in changes.tally.counts { add(count, of: product) }
        if !changes.acquired.isEmpty { acquired.formUnion(changes.acquired) }
        for (originalID, told) in changes.renewals {
            lines.update(joined.first(hash.fingerprint(of: originalID))) { $0.told = told }
        }
    }

    private mutating func add(_ count: Int, of productID: String) {
        let product = hash.fingerprint(of: productID)
        if counts.update(product, { $0.count.saturatingAdd(count) }) == nil {
            counts.put((productID, count), for: product)
        }
    }

    private mutating func applyOwned(_ transaction: StoreTransaction) {
        let product = hash.fingerprint(of: transaction.productID)
        let line = joined.first(hash.fingerprint(of: transaction.originalID))
        if owned.update(product, { $0.take(transaction, line) }) == nil {
            owned.put(OwnedLines(transaction, line), for: product)
        }
    }

    private mutating func applyPeriod(_ transaction: StoreTransaction, isNew: Bool) {
        noteIntroduction(transaction)
        let line = joined.first(hash.fingerprint(of: transaction.originalID))
        if lines.update(line, { $0.take(transaction, isNew: isNew) }) == nil {
            lines.put(SubscriptionPeriods(periods: [transaction]), for: line)
        }
    }

    /// The customer has used an introductory offer; of one that the family shares, somebody else has.
    private mutating func noteIntroduction(_ transaction: StoreTransaction) {
        guard transaction.offer?.type == .introductory, transaction.ownershipType != .familyShared,
            let group = transaction.subscriptionGroupID
        else { return }
        introducedGroups.insert(group)
    }
}

extension EntitlementState {
    /// The newest transaction that makes a product owned; `nil` when none does.
    package func owning(_ productID: String) -> StoreTransaction? {
        owned.read(hash.fingerprint(of: productID)) { $0.newestStanding } ?? nil
    }

    /// The newest transaction of each line of a product that is owned for good and was not taken back.
    func standing(of productID: String) -> [StoreTransaction] {
        owned.read(hash.fingerprint(of: productID)) { $0.standing } ?? []
    }

    /// The products that were ever bought for good, in no particular order.
    var ownedProductIDs: [String] { owned.values.map(\.productID) }

    /// The newest transaction of each product that is owned for good, in no particular order.
    package var standing: [StoreTransaction] { owned.values.compactMap(\.newestStanding) }

    /// The periods of each subscription line, in no particular order of the lines; the one that ends last stands last.
    package var periods: [[StoreTransaction]] { lines.values.map(\.periods) }

    /// The subscriptions, in no particular order.
    var subscriptionLines: [SubscriptionPeriods] { lines.values }

    /// Whether an introductory offer of a subscription group was used, refunded or not.
    package func hasUsedIntroductoryOffer(inGroup group: String) -> Bool { introducedGroups.contains(group) }

    /// How many of a consumable were bought and not refunded; 0 for other products.
    package func balance(of productID: String) -> Int {
        max(0, counts.read(hash.fingerprint(of: productID)) { $0.count } ?? 0)
    }

    /// For each consumable, how many were bought and not refunded.
    package var balances: [String: Int] {
        Dictionary(counts.values.map { ($0.productID, max(0, $0.count)) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The lines of a product that is bought for good; nearly always one.
private struct OwnedLines: Sendable {
    private var first: StoreTransaction
    private let firstLine: Fingerprint
    private var others = QuickTable<Fingerprint, StoreTransaction>()

    init(_ transaction: StoreTransaction, _ line: Fingerprint) { (first, firstLine) = (transaction, line) }

    /// Takes in a transaction, and what stands for its line.
    ///
    /// The newest one of a line counts, in whatever order they come.
    mutating func take(_ transaction: StoreTransaction, _ line: Fingerprint) {
        if line == firstLine { return first.yield(to: transaction) }
        if others.update(line, { $0.yield(to: transaction) }) == nil { others.put(transaction, for: line) }
    }

    var productID: String { first.productID }

    /// The newest transaction of each line that was not taken back.
    var standing: [StoreTransaction] { ([first] + others.values).filter { $0.revocationTime == nil } }

    /// The newest transaction that was not taken back; `nil` when all were.
    var newestStanding: StoreTransaction? {
        if others.isEmpty { return first.revocationTime == nil ? first : nil }
        return standing.max { $0.isOutranked(by: $1) }
    }
}
