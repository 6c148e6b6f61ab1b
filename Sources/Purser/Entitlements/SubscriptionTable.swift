/// The subscriptions of a customer by their lines, and which of them ever had a period of which product.
///
/// A question about one product looks only at the lines of that product, however many others there are.
struct SubscriptionTable: Sendable {
    private var lines = QuickTable<Fingerprint, SubscriptionPeriods>()
    /// For each product, the lines that ever had a period of it.
    private var linesOfProduct = QuickTable<Fingerprint, [Fingerprint]>()
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

    /// What `body` makes of the subscription at an index, from 0 to ``count``, and of its line's key.
    func read<Result>(at index: Int, _ body: (Fingerprint, SubscriptionPeriods) -> Result) -> Result {
        lines.read(at: index, body)
    }

    /// What `body` makes of the subscription of a line; `nil` when there is none.
    func read<Result>(line: Fingerprint, _ body: (SubscriptionPeriods) -> Result) -> Result? {
        lines.read(line, body)
    }

    /// Puts in all periods of a line that was not here before, in whatever order they are given.
    mutating func put(_ periods: [StoreTransaction], line: Fingerprint) {
        var latest: String?
        for period in periods where period.productID != latest {
            latest = period.productID
            // Nothing else is put in meanwhile, so that the line stands last where it stands at all.
            note(line, of: period.productID) { $0.last == line }
        }
        lines.put(SubscriptionPeriods(periods: periods), for: line)
    }

    /// Takes in a period, or a later description of one.
    mutating func take(_ period: StoreTransaction, isNew: Bool, line: Fingerprint) {
        let hasSameProduct = lines.update(line) { known in
            let productID = known.periods.last?.productID
            known.take(period, isNew: isNew)
            return productID == period.productID
        }
        guard let hasSameProduct else { return put([period], line: line) }
        if !hasSameProduct { note(line, of: period.productID) { $0.contains(line) } }
    }

    /// Takes in what was told of the renewal of a line; nothing when there is no such line.
    mutating func take(_ told: ToldRenewal, line: Fingerprint) {
        lines.update(line) { $0.told = told }
    }

    private mutating func note(_ line: Fingerprint, of productID: String, unless isThere: ([Fingerprint]) -> Bool) {
        let product = hash.fingerprint(of: productID)
        let known: Void? = linesOfProduct.update(product) { if !isThere($0) { $0.append(line) } }
        if known == nil { linesOfProduct.put([line], for: product) }
    }
}
