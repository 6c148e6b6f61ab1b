/// The entitlements, computed from the recorded transactions alone (E2).
///
/// Purchases and subscriptions are found by their original transactions, also under earlier identifiers (M6). Look-ups
/// use fingerprints, at a third of the cost of a dictionary's hash function.
package struct EntitlementState: Sendable {
    /// For each product that is bought for good, its purchases.
    private var owned = QuickTable<Fingerprint, OwnedProduct>()
    private(set) var subscriptions: SubscriptionTable
    private var introducedGroups: Set<String> = []
    /// The products that were acquired with subscriptions, whether or not one runs now.
    package private(set) var acquired: Set<String> = []
    /// The original identifiers that name one subscription or purchase.
    private var joined = JoinedOriginals()
    /// For each consumable, how many were bought and not refunded.
    private var counts = ProductTally()

    private let hash: KeyedHash

    /// Makes a state with only these consumables, in the ledger with this hash.
    package init(balances: [String: Int] = [:], hash: KeyedHash) {
        self.hash = hash
        subscriptions = SubscriptionTable(hash: hash)
        for (product, count) in balances { counts.set(product, to: count) }
    }

    /// Makes the state of these transactions, each once, in any order; consumables among them are ignored.
    package init(
        of transactions: [StoreTransaction], joined: JoinedOriginals, balances: [String: Int] = [:],
        renewals: [SubscriptionRenewal] = [], acquired: Set<String> = [], hash: KeyedHash
    ) {
        self.init(balances: balances, hash: hash)
        (self.acquired, self.joined) = (acquired, joined)
        var periods: [Fingerprint: [StoreTransaction]] = [:]
        for transaction in transactions where !transaction.isConsumable {
            guard transaction.isPeriod else {
                applyOwned(transaction)
                continue
            }
            noteIntroduction(transaction)
            periods[joined.first(hash.fingerprint(of: transaction.originalID)), default: []].append(transaction)
        }
        for (key, periods) in periods { subscriptions.put(periods, key: key) }
        for renewal in renewals { apply(renewal) }
    }

    /// Applies the changes of one batch.
    package mutating func apply(_ changes: EntitlementChanges) {
        for change in changes.others {
            if change.transaction.isPeriod { applyPeriod(change) } else { applyOwned(change.transaction) }
        }
        subscriptions.changed()
        counts.add(changes.tally)
        if !changes.acquired.isEmpty { acquired.formUnion(changes.acquired) }
        for renewal in changes.renewals { apply(renewal) }
    }

    private mutating func apply(_ reported: SubscriptionRenewal) {
        subscriptions.apply(reported.renewal, key: joined.first(hash.fingerprint(of: reported.originalID)))
    }

    private mutating func applyOwned(_ transaction: StoreTransaction) {
        let product = hash.fingerprint(of: transaction.productID)
        // Two environments may have the same identifier for different purchases.
        let name = transaction.id == transaction.originalID ? transaction.ledgerID : transaction.originalID
        let original = joined.first(hash.fingerprint(of: name))
        if owned.update(product, { $0.add(transaction, original) }) == nil {
            owned.put(OwnedProduct(transaction, original), for: product)
        }
    }

    private mutating func applyPeriod(_ change: EntitlementChanges.Change) {
        let transaction = change.transaction
        noteIntroduction(transaction)
        let key = joined.first(hash.fingerprint(of: transaction.originalID))
        subscriptions.add(transaction, isNew: change.isNew, key: key)
    }

    private mutating func noteIntroduction(_ transaction: StoreTransaction) {
        if let group = Self.introducedGroup(of: transaction) { introducedGroups.insert(group) }
    }

    /// The subscription group in which the customer used an introductory offer with a transaction; `nil` without one.
    static func introducedGroup(of transaction: StoreTransaction) -> String? {
        guard transaction.offer?.type == .introductory, transaction.ownershipType != .familyShared else { return nil }
        return transaction.subscriptionGroupID
    }

    /// The newest transaction that makes a product owned; `nil` when none does.
    package func owning(_ productID: String) -> StoreTransaction? {
        owned.read(hash.fingerprint(of: productID)) { $0.newestCurrent } ?? nil
    }

    /// Whether a product is owned, or a subscription to it may be used; `plainly` without terms, by its dates alone.
    func mayUse(
        _ productID: String, at time: Timestamp, plainly: Bool, under terms: @autoclosure () -> EntitlementTerms
    ) -> Bool {
        let product = hash.fingerprint(of: productID)
        if owned.read(product, { $0.isCurrent }) == true { return true }
        if plainly, subscriptions.surelyRuns(product: product, at: time) { return true }
        let terms = terms()
        return subscriptions.contains(product: product) { subscription in
            subscription.current(at: time, under: terms)
                .map { $0.current.state.isActive && $0.period.productID == productID } ?? false
        }
    }

    /// The newest transaction of each purchase of a product that is owned for good and was not revoked.
    func current(of productID: String) -> [StoreTransaction] {
        owned.read(hash.fingerprint(of: productID)) { $0.current } ?? []
    }

    var ownedProductIDs: [String] { owned.values.map(\.productID) }

    /// The newest transaction of each product that is owned for good, in no particular order.
    package var current: [StoreTransaction] { owned.values.compactMap(\.newestCurrent) }

    /// The periods of each subscription, in any order of subscriptions; the last bought period is last.
    package var periods: [[StoreTransaction]] { subscriptions.all.map { Array($0.periods) } }

    /// Whether an introductory offer of a subscription group was used, refunded or not.
    package func hasUsedIntroductoryOffer(inGroup group: String) -> Bool { introducedGroups.contains(group) }

    /// The periods of a subscription, by an original identifier; `nil` when there are none.
    func subscription(_ originalID: String) -> SubscriptionPeriods? {
        subscriptions.read(key: joined.first(hash.fingerprint(of: originalID))) { $0 }
    }

    /// How many of a consumable were bought and not refunded; 0 for other products.
    package func balance(of productID: String) -> Int { max(0, counts[productID]) }

    /// For each consumable, how many were bought and not refunded.
    package var balances: [String: Int] { counts.counts.mapValues { max(0, $0) } }
}
