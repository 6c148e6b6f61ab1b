/// The subscriptions of a customer, and which of them ever had a period of which product.
struct SubscriptionTable: Sendable {
    private var lines = QuickTable<Fingerprint, SubscriptionPeriods>()
    /// For each product, the lines that ever had a period of it.
    private var linesOfProduct = QuickTable<Fingerprint, [Fingerprint]>()
    /// For some products, from when until when at least one of their subscriptions runs: most questions need to know no more.
    private var sure = QuickTable<Fingerprint, SubscriptionPeriods.Running>()
    private let hash: KeyedHash

    /// No subscriptions.
    init(hash: KeyedHash) { self.hash = hash }

    /// How many subscriptions there are.
    var count: Int { lines.count }

    /// The subscriptions, in no particular order.
    var all: [SubscriptionPeriods] { lines.values }

    /// The subscriptions that ever had a period of a product, in no particular order.
    func lines(of productID: String) -> [SubscriptionPeriods] {
        linesOfProduct.read(hash.fingerprint(of: productID)) { $0.compactMap { lines[$0] } } ?? []
    }

    /// Whether any subscription that ever had a period of a product, named by its fingerprint, is wanted.
    func contains(product: Fingerprint, where isWanted: (SubscriptionPeriods) -> Bool) -> Bool {
        linesOfProduct.read(product) { keys in
            keys.contains { lines.read($0, isWanted) == true }
        } ?? false
    }

    /// Whether a product is sure to be subscribed to at a moment; otherwise its subscriptions have to be asked.
    func surelyRuns(product: Fingerprint, at time: Timestamp) -> Bool {
        sure.read(product) { $0.contains(time) } ?? false
    }

    /// What `body` makes of the subscription at an index, from 0 to ``count``, and of its subscription's key.
    func read<Result>(at index: Int, _ body: (Fingerprint, SubscriptionPeriods) -> Result) -> Result {
        lines.read(at: index, body)
    }

    /// What `body` makes of the subscription of a subscription; `nil` when there is none.
    func read<Result>(line: Fingerprint, _ body: (SubscriptionPeriods) -> Result) -> Result? {
        lines.read(line, body)
    }

    /// Puts in all periods of a subscription that was not here before, in whatever order they are given.
    mutating func put(_ periods: [StoreTransaction], line: Fingerprint) {
        var latest: String?
        for period in periods where period.productID != latest {
            latest = period.productID
            // Nothing else is put in meanwhile, so that the line stands last where it stands at all.
            note(line, of: period.productID) { $0.last == line }
        }
        let known = SubscriptionPeriods(periods: periods)
        noteEnd(of: nil, known.running)
        lines.put(known, for: line)
    }

    /// Takes in a period, or a later description of one.
    mutating func take(_ period: StoreTransaction, isNew: Bool, line: Fingerprint) {
        let change = lines.update(line) { known in
            let (productID, before) = (known.periods.last?.productID, known.running)
            known.take(period, isNew: isNew)
            return (hasSameProduct: productID == period.productID, before: before, after: known.running)
        }
        guard let change else { return put([period], line: line) }
        noteEnd(of: change.before, change.after)
        if !change.hasSameProduct { note(line, of: period.productID) { $0.contains(line) } }
    }

    /// Notes what a line runs into now, and forgets what it did before where that was the reason to be sure.
    private mutating func noteEnd(of before: SubscriptionPeriods.Running?, _ after: SubscriptionPeriods.Running?) {
        if let before, before.productID != after?.productID || after.map({ $0.end < before.end }) == true {
            let product = hash.fingerprint(of: before.productID)
            if sure[product]?.end == before.end { sure.removeValue(forKey: product) }
        }
        guard let after else { return }
        let product = hash.fingerprint(of: after.productID)
        let known: Void? = sure.update(product) { if $0.end <= after.end { $0 = after } }
        if known == nil { sure.put(after, for: product) }
    }

    /// Takes in what was reported of the renewal of a subscription; nothing when there is no such line.
    mutating func take(_ told: ToldRenewal, line: Fingerprint) {
        lines.update(line) { $0.told = told }
    }

    private mutating func note(_ line: Fingerprint, of productID: String, unless isThere: ([Fingerprint]) -> Bool) {
        let product = hash.fingerprint(of: productID)
        let known: Void? = linesOfProduct.update(product) { if !isThere($0) { $0.append(line) } }
        if known == nil { linesOfProduct.put([line], for: product) }
    }
}
