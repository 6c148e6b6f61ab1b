/// What is known of one subscription: all of its periods, and what the store told last of its renewal.
///
/// All periods are kept, because when the latest ones are taken back, any that still runs counts: one that was extended, say,
/// or that was long when a short one replaced it.
package struct SubscriptionPeriods: Sendable {
    /// Its periods; the one that ends last stands last.
    package private(set) var periods: ChunkedArray<StoreTransaction>
    /// What the store told last of its renewal; `nil` when it told nothing.
    package var told: ToldRenewal?
    /// Whether there may be a period of which no end is known.
    private var hasUnknownEnd: Bool

    /// A line of these periods, in whatever order they are given.
    package init(periods: [StoreTransaction], told: ToldRenewal? = nil) {
        self.periods = ChunkedArray(periods.inOrderOfEnds)
        self.told = told
        hasUnknownEnd = periods.contains { $0.expirationTime == nil }
    }

    /// Takes in a period, or a later description of one.
    mutating func take(_ period: StoreTransaction, isNew: Bool) {
        if !isNew, let known = periods.lastIndex(where: { $0.id == period.id }) { periods.remove(at: known) }
        var index = periods.endIndex
        while index > periods.startIndex {
            let before = periods.index(before: index)
            guard period.isOutranked(by: periods[before]) else { break }
            index = before
        }
        periods.insert(period, at: index)
        if period.expirationTime == nil { hasUnknownEnd = true }
    }

    /// What a line is subscribed to, until when.
    struct Running: Sendable {
        var productID: String
        var end: Timestamp
    }

    /// What the line is subscribed to until a moment that may be over; `nil` when nothing stands, or no end is known.
    var running: Running? {
        guard let last = periods.last(where: \.stands), let end = last.expirationTime else { return nil }
        return Running(productID: last.productID, end: end)
    }

    /// Where the line stands at a moment, and the period that decides it; `nil` when it has no periods.
    func standing(
        at time: Timestamp, under terms: EntitlementTerms
    ) -> (period: StoreTransaction, standing: StoreSubscription.Standing)? {
        if let period = deciding(at: time).map(standingPart) {
            return (period, StoreSubscription.Standing(of: period, told, at: time, under: terms))
        }
        guard let last = periods.last else { return nil }
        let isRevoked = periods.contains(where: \.isRevoked)
        return (last, StoreSubscription.Standing(state: isRevoked ? .revoked : .expired, end: last.expirationTime))
    }

    /// The period that decides: of those that were neither taken back nor replaced by an upgrade the one that ends last; where
    /// that is over, the one bought last if its end is not known.
    private func deciding(at time: Timestamp) -> StoreTransaction? {
        guard let last = periods.last(where: \.stands) else { return nil }
        guard hasUnknownEnd, last.hasEnded(at: time) else { return last }
        let latest = periods.filter(\.stands).max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.flatMap { $0.expirationTime == nil ? $0 : nil } ?? last
    }

    /// How many periods of the line, up to this one and since it was last bought, had the offer of this one without a break; 0
    /// when it has none, or was taken back itself.
    ///
    /// What counts is when each was bought: one that was bought earlier may have been meant to end long after this one. An
    /// earlier one that was taken back has used up a period of the offer. One without the offer that was taken back, or that an
    /// upgrade replaced, breaks nothing.
    func offerPeriods(upTo period: StoreTransaction) -> Int {
        guard let offer = period.offer, period.stands else { return 0 }
        guard period.reason == .renewal else { return 1 }
        func hasOffer(_ other: StoreTransaction) -> Bool {
            other.offer?.type == offer.type && other.offer?.id == offer.id
        }
        let earlier = periods.filter { $0.wasBought(before: period) }
        let begun = earlier.filter { hasOffer($0) && $0.reason != .renewal }.max { $0.wasBought(before: $1) }
        let broken = earlier.filter { !hasOffer($0) && $0.stands }.max { $0.wasBought(before: $1) }
        let others = earlier.filter { other in
            hasOffer(other) && begun.map { !other.wasBought(before: $0) } ?? true
                && broken.map { $0.wasBought(before: other) } ?? true
        }
        return 1 + others.count
    }
}

extension StoreTransaction {
    /// Whether it was neither taken back nor replaced by an upgrade.
    var stands: Bool { !isRevoked && !isUpgraded }

    /// Whether it was bought before another period of its line; of two of the same moment it is the one that ends first.
    fileprivate func wasBought(before other: StoreTransaction) -> Bool {
        (purchaseTime, periodEnd, id) < (other.purchaseTime, other.periodEnd, other.id)
    }
}

extension [StoreTransaction] {
    /// The periods of one line, each behind those that it outranks.
    ///
    /// Most histories come in that order, or with their ends in another one: the ends are read once each.
    fileprivate var inOrderOfEnds: [StoreTransaction] {
        let ends = map(\.periodEnd.milliseconds)
        guard !zip(ends, ends.dropFirst()).allSatisfy(<) else { return self }
        let order = indices.sorted { one, other in
            ends[one] == ends[other] ? self[one].id < self[other].id : ends[one] < ends[other]
        }
        return order.map { self[$0] }
    }
}
