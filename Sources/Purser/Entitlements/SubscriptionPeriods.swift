/// What is known of one subscription: all of its periods, and what the store reported last of its renewal.
///
/// One period decides at each moment: the one that was bought last and has begun. Nothing falls back to an earlier one: after a
/// change of products the earlier product is over, however long its period was meant to be.
package struct SubscriptionPeriods: Sendable {
    /// Its periods; the one that was bought last stands last.
    package private(set) var periods: ChunkedArray<StoreTransaction>
    /// What the store reported last of its renewal; `nil` when it reported nothing.
    package var told: ToldRenewal?

    /// A line of these periods, in whatever order they are given.
    package init(periods: [StoreTransaction], told: ToldRenewal? = nil) {
        self.periods = ChunkedArray(periods.inOrderOfPurchases)
        self.told = told
    }

    /// Takes in a period, or a later description of one.
    mutating func take(_ period: StoreTransaction, isNew: Bool) {
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
    }

    /// What the line is subscribed to, from one moment until another.
    struct Running: Sendable {
        var productID: String
        var start: Timestamp
        var end: Timestamp

        /// Whether the period decides at a moment, and has not ended.
        func contains(_ time: Timestamp) -> Bool { start <= time && time < end }
    }

    /// What the line is subscribed to by the period that was bought last; `nil` when that was taken back, or no end is known.
    var running: Running? {
        guard let last = periods.last(where: { !$0.isUpgraded }).map(standingPart), !last.isRevoked,
            let end = last.expirationTime
        else {
            return nil
        }
        return Running(productID: last.productID, start: last.purchaseTime, end: end)
    }

    /// Where the line stands at a moment, and the period that decides it; `nil` when it has no periods.
    func standing(
        at time: Timestamp, under terms: EntitlementTerms
    ) -> (period: StoreTransaction, standing: StoreSubscription.Standing)? {
        if let period = deciding(at: terms.signed.map { max(time, $0) } ?? time).map(standingPart) {
            return (period, StoreSubscription.Standing(of: period, told, at: time, under: terms))
        }
        return periods.last.map { ($0, StoreSubscription.Standing(state: .expired, end: $0.expirationTime)) }
    }

    /// The period that decides: of those that no upgrade has replaced the one bought last that has begun; where none has, the
    /// one that begins first.
    ///
    /// A store may report a renewal some hours before it begins.
    private func deciding(at time: Timestamp) -> StoreTransaction? {
        periods.last { !$0.isUpgraded && $0.purchaseTime <= time } ?? periods.first { !$0.isUpgraded }
    }

    /// How many periods of the line, up to this one and since it was last bought, had the offer of this one without a break; 0
    /// when it has none, or was taken back itself.
    ///
    /// What counts is when each was bought: one that was bought earlier may have been meant to end long after this one. An
    /// earlier one that was taken back has used up a period of the offer. One without the offer that was taken back, or that an
    /// upgrade replaced, breaks nothing. Of a period with several transactions the first one counts.
    func offerPeriods(upTo standing: StoreTransaction) -> Int {
        guard let offer = standing.offer, standing.stands else { return 0 }
        let period = firstPart(of: standing)
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
    /// The periods of one line, each behind those that it outranks.
    ///
    /// Most histories come in that order: the dates are read once each.
    fileprivate var inOrderOfPurchases: [StoreTransaction] {
        let times = map(\.purchaseTime.milliseconds)
        guard !zip(times, times.dropFirst()).allSatisfy(<) else { return self }
        let order = indices.sorted { one, other in
            times[one] == times[other] ? self[one].isOutranked(by: self[other]) : times[one] < times[other]
        }
        return order.map { self[$0] }
    }
}
