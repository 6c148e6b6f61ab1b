/// One subscription: all of its periods, and the last reported renewal.
///
/// The last bought period that has begun decides; after a change of products an earlier one never counts again.
package struct SubscriptionPeriods: Sendable {
    /// Its periods; the last bought one is last.
    package private(set) var periods: ChunkedArray<StoreTransaction>
    /// The last reported renewal; `nil` when none was reported.
    package var renewal: ReportedRenewal?
    /// The subscribed product by the last bought period; `nil` when that was revoked, or no end is known.
    private(set) var running: Running?
    /// Whether periods have changed since that was found.
    private var isStale = false

    /// Makes a subscription of these periods, in any order.
    package init(periods: [StoreTransaction], renewal: ReportedRenewal? = nil) {
        self.periods = ChunkedArray(periods.inOrderOfPurchases)
        self.renewal = renewal
        running = runningNow
    }

    /// Adds a period, or a later version of one; returns whether ``changed()`` has become due by that.
    @discardableResult
    mutating func add(_ period: StoreTransaction, isNew: Bool) -> Bool {
        if !isNew, let known = periods.lastIndex(where: { $0.ledgerID == period.ledgerID }) {
            periods.remove(at: known)
        }
        var index = periods.endIndex
        while index > periods.startIndex {
            let before = periods.index(before: index)
            guard period.isOutranked(by: periods[before]) else { break }
            index = before
        }
        periods.insert(period, at: index)
        defer { isStale = true }
        return !isStale
    }

    /// Finds the subscribed product after changes of periods; returns the one before, and the one after.
    mutating func changed() -> (before: Running?, after: Running?) {
        let before = running
        (running, isStale) = (runningNow, false)
        return (before, running)
    }

    /// The subscribed product, from one moment until another.
    struct Running: Sendable {
        var productID: String
        var start: Timestamp
        var end: Timestamp

        /// Whether the period decides at a moment, and has not ended.
        func contains(_ time: Timestamp) -> Bool { start <= time && time < end }
    }

    private var runningNow: Running? {
        guard let bought = periods.lastIndex(where: { !$0.isUpgraded }) else { return nil }
        let last = remainingPart(at: bought)
        guard !last.isRevoked, let end = last.expirationTime else { return nil }
        return Running(productID: last.productID, start: last.purchaseTime, end: end)
    }

    /// The state at a moment, and the period that decides it; `nil` when it has no periods.
    func current(
        at time: Timestamp, under terms: EntitlementTerms
    ) -> (period: StoreTransaction, current: StoreSubscription.CurrentState)? {
        let latest = terms.signed.map { max(time, $0) } ?? time
        guard let index = deciding(at: lastMoment(under: terms).map { min($0, latest) } ?? latest) else {
            return periods.last.map { ($0, StoreSubscription.CurrentState(state: .expired, end: $0.expirationTime)) }
        }
        let period = remainingPart(at: index)
        return (period, StoreSubscription.CurrentState(of: period, renewal, at: time, under: terms))
    }

    /// The last moment of a period that was just bought, while it runs: what begins later has not begun.
    private func lastMoment(under terms: EntitlementTerms) -> Timestamp? {
        guard let bought = terms.bought else { return nil }
        return periods.last { $0.stands && bought.contains($0) }?.expirationTime?.advanced(by: .milliseconds(-1))
    }

    /// The period that decides: the last one that has begun and is not upgraded; otherwise the first that begins.
    private func deciding(at time: Timestamp) -> ChunkedArray<StoreTransaction>.Index? {
        periods.lastIndex { !$0.isUpgraded && $0.purchaseTime <= time } ?? periods.firstIndex { !$0.isUpgraded }
    }

    /// How many periods without a break, up to this one, had its offer; 0 when it has none, or was revoked.
    ///
    /// They are ordered by their purchase dates. A revoked period has used up one period of the offer; one without the
    /// offer that was revoked or replaced is no break. Of a period with several transactions the first counts.
    func offerPeriods(upTo current: StoreTransaction) -> Int {
        guard let offer = current.offer, current.stands else { return 0 }
        let period = firstPart(of: current)
        guard period.reason == .renewal else { return 1 }
        func hasOffer(_ other: StoreTransaction) -> Bool {
            other.offer?.type == offer.type && other.offer?.id == offer.id
        }
        let earlier = periods.filter { $0.isOutranked(by: period) && !isAddition($0) }
        let begun = earlier.filter { hasOffer($0) && $0.reason != .renewal }.max { $0.isOutranked(by: $1) }
        let broken = earlier.filter { !hasOffer($0) && $0.stands }.max { $0.isOutranked(by: $1) }
        let others = earlier.filter { other in
            hasOffer(other) && begun.map { !other.isOutranked(by: $0) } ?? true
                && broken.map { $0.isOutranked(by: other) } ?? true
        }
        return 1 + others.count
    }
}

extension [StoreTransaction] {
    /// The periods of one subscription, each after those that it outranks; most histories are in this order already.
    fileprivate var inOrderOfPurchases: [StoreTransaction] {
        let times = map(\.countedTime.milliseconds)
        guard !zip(times, times.dropFirst()).allSatisfy(<) else { return self }
        let order = indices.sorted { one, other in
            times[one] == times[other] ? self[one].isOutranked(by: self[other]) : times[one] < times[other]
        }
        return order.map { self[$0] }
    }
}
