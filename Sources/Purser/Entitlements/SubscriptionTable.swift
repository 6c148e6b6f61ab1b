struct SubscriptionTable: Sendable {
    private var subscriptions = QuickTable<Fingerprint, SubscriptionPeriods>()
    /// For each product, the subscriptions that ever had a period of it.
    private var keysOfProduct = QuickTable<Fingerprint, [Fingerprint]>()
    /// For some products, a time in which at least one of their subscriptions runs: it answers most look-ups.
    private var sure = QuickTable<Fingerprint, SubscriptionPeriods.Running>()
    /// The subscriptions with changed periods, for which ``changed()`` is due; each once.
    private var stale: [Fingerprint] = []
    private let hash: KeyedHash

    init(hash: KeyedHash) { self.hash = hash }

    var count: Int { subscriptions.count }

    var all: [SubscriptionPeriods] { subscriptions.values }

    /// The subscriptions that ever had a period of a product, in no particular order.
    func all(of productID: String) -> [SubscriptionPeriods] {
        keysOfProduct.read(hash.fingerprint(of: productID)) { $0.compactMap { subscriptions[$0] } } ?? []
    }

    /// Whether any subscription that ever had a period of a product, named by its fingerprint, matches.
    func contains(product: Fingerprint, where isWanted: (SubscriptionPeriods) -> Bool) -> Bool {
        keysOfProduct.read(product) { keys in
            keys.contains { subscriptions.read($0, isWanted) == true }
        } ?? false
    }

    /// Whether a product is surely subscribed to at a moment; otherwise its subscriptions have to be read.
    func surelyRuns(product: Fingerprint, at time: Timestamp) -> Bool {
        sure.read(product) { $0.contains(time) } ?? false
    }

    func read<Result>(at index: Int, _ body: (Fingerprint, SubscriptionPeriods) -> Result) -> Result {
        subscriptions.read(at: index, body)
    }

    func read<Result>(key: Fingerprint, _ body: (SubscriptionPeriods) -> Result) -> Result? {
        subscriptions.read(key, body)
    }

    /// Adds all periods of a new subscription, in any order.
    mutating func put(_ periods: [StoreTransaction], key: Fingerprint) {
        var latest: String?
        for period in periods where period.productID != latest {
            latest = period.productID
            // No other subscription is added meanwhile, so the key is last if it is present.
            note(key, of: period.productID) { $0.last == key }
        }
        let known = SubscriptionPeriods(periods: periods)
        noteEnd(of: nil, known.running)
        subscriptions.put(known, for: key)
    }

    /// Adds a period, or a later version of one; ``changed()`` is due then.
    mutating func add(_ period: StoreTransaction, isNew: Bool, key: Fingerprint) {
        let change = subscriptions.update(key) { known in
            let hasSameProduct = known.periods.last?.productID == period.productID
            return (hasSameProduct: hasSameProduct, isFirst: known.add(period, isNew: isNew))
        }
        guard let change else { return put([period], key: key) }
        if change.isFirst { stale.append(key) }
        if !change.hasSameProduct { note(key, of: period.productID) { $0.contains(key) } }
    }

    /// Finds out what the changed subscriptions are for now, once for a batch: a restore brings many periods of each.
    mutating func changed() {
        for key in stale {
            guard let (before, after) = subscriptions.update(key, { $0.changed() }) else { continue }
            noteEnd(of: before, after)
        }
        stale = []
    }

    /// Records until when a subscription surely runs, and removes its earlier time if it was the source of it.
    private mutating func noteEnd(of before: SubscriptionPeriods.Running?, _ after: SubscriptionPeriods.Running?) {
        if let before, before.productID != after?.productID || after.map({ $0.end < before.end }) == true {
            let product = hash.fingerprint(of: before.productID)
            if sure[product]?.end == before.end { sure.removeValue(forKey: product) }
        }
        guard let after else { return }
        let product = hash.fingerprint(of: after.productID)
        sure.update(product, default: after) { if $0.end <= after.end { $0 = after } }
    }

    /// Applies the reported renewal of a subscription; does nothing when there is no subscription.
    mutating func apply(_ renewal: ReportedRenewal, key: Fingerprint) {
        subscriptions.update(key) { $0.renewal = renewal }
    }

    private mutating func note(_ key: Fingerprint, of productID: String, unless isThere: ([Fingerprint]) -> Bool) {
        let product = hash.fingerprint(of: productID)
        keysOfProduct.update(product, default: []) { if !isThere($0) { $0.append(key) } }
    }
}

/// The original identifiers that name the same subscription or purchase (M6).
///
/// The App Store may assign a subscription another original identifier; a later transaction has the earlier one.
package struct JoinedOriginals: Sendable {
    /// For each joined identifier another one that sorts before it, so that the order of joins does not matter.
    private var others: [Fingerprint: Fingerprint] = [:]

    /// No identifiers are joined.
    package init() {}

    /// The identifiers that these transactions join.
    package init(of transactions: some Sequence<StoreTransaction>, _ hash: KeyedHash) {
        for transaction in transactions { _ = join(transaction, hash) }
    }

    /// The joined identifier that sorts first; it represents all of them.
    func first(_ original: Fingerprint) -> Fingerprint {
        // There nearly always are none.
        guard !others.isEmpty else { return original }
        var original = original
        while let other = others[original] { original = other }
        return original
    }

    /// Joins the two original identifiers of a transaction; returns whether they were separate before.
    package mutating func join(_ transaction: StoreTransaction, _ hash: KeyedHash) -> Bool {
        guard !transaction.isConsumable, let previous = transaction.previousOriginalTransactionID else { return false }
        let (one, other) = (
            first(hash.fingerprint(of: transaction.originalID)), first(hash.fingerprint(of: previous))
        )
        guard one != other else { return false }
        let isInOrder = (one.high, one.low) < (other.high, other.low)
        others[isInOrder ? other : one] = isInOrder ? one : other
        return true
    }
}
