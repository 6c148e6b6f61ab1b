/// Every subscription of a customer at one moment, read in portions, so that very many of them delay no purchase.
struct SubscriptionsAtMoment: Sendable {
    private let table: SubscriptionTable
    private let time: Timestamp
    private let terms: EntitlementTerms

    /// How many subscriptions are read without a pause.
    private static let portion = 1_024

    init(_ table: SubscriptionTable, at time: Timestamp, under terms: EntitlementTerms) {
        self.table = table
        self.time = time
        self.terms = terms
    }

    var indices: Range<Int> { 0..<table.count }

    var all: [StoreSubscription] { table.all.compactMap { StoreSubscription($0, at: time, under: terms) } }

    /// The state of a subscription, and its deciding period; `nil` when it has no periods.
    func current(at index: Int) -> (period: StoreTransaction, current: StoreSubscription.CurrentState)? {
        table.read(at: index) { _, subscription in subscription.current(at: time, under: terms) }
    }

    func nextChange(among indices: Range<Int>) -> Timestamp? {
        indices.lazy.compactMap { table.read(at: $0) { $1.nextChange(after: time, under: terms) } }.min()
    }

    func runningPeriods(among indices: Range<Int>) -> [StoreTransaction] {
        indices.compactMap { current(at: $0).flatMap { $0.current.state.isActive ? $0.period : nil } }
    }

    /// The ends of the subscriptions that have periods of these products, and their grace periods at the moment.
    func ends(of productIDs: Set<String>) -> [SubscriptionEnds] {
        table.all.compactMap { subscription in
            let periods = subscription.periods.filter { productIDs.contains($0.productID) && $0.stands }
                .compactMap { item in item.expirationTime.map { (end: $0, item: item) } }
            guard !periods.isEmpty, let (period, current) = subscription.current(at: time, under: terms)
            else { return nil }
            let state = productIDs.contains(period.productID) ? current.state : .expired
            return SubscriptionEnds(
                periods, graceEnd: state == .inGracePeriod ? current.end : nil,
                isRunning: state == .subscribed && terms.bought?.contains(period) == true)
        }
    }

    /// Whether some of the subscriptions have the same state and renewal at another moment.
    func saysTheSame(as other: Self, of indices: Range<Int>) -> Bool {
        indices.allSatisfy { index in
            table.read(at: index) { key, subscription in
                other.table.read(key: key) { its in
                    switch (
                        StoreSubscription(subscription, at: time, under: terms),
                        StoreSubscription(its, at: other.time, under: other.terms)
                    ) {
                    case (let one?, let another?): one.saysTheSame(as: another)
                    case (nil, nil): true
                    default: false
                    }
                } ?? false
            }
        }
    }

    /// Calls `body` with portions of the subscriptions until it returns false, and returns whether it never did.
    @discardableResult
    func inPortions(_ body: (Range<Int>) -> Bool) async -> Bool {
        var rest = indices
        while !rest.isEmpty {
            let portion = rest.prefix(Self.portion)
            guard body(portion) else { return false }
            rest = portion.upperBound..<rest.upperBound
            if !rest.isEmpty { await Task.yield() }
        }
        return true
    }
}

extension StoreSubscription {
    /// Whether it has the same content as another one, without the date of its renewal info's signature.
    fileprivate func saysTheSame(as other: StoreSubscription) -> Bool {
        guard transaction == other.transaction, state == other.state, end == other.end,
            awaitsRenewal == other.awaitsRenewal, offerPeriodCount == other.offerPeriodCount
        else { return false }
        guard let own = renewalInfo, let its = other.renewalInfo
        else { return renewalInfo == nil && other.renewalInfo == nil }
        return own.saysTheSame(as: its)
    }
}
