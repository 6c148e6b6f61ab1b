/// What is known of one subscription: all of its periods, and what the store told last of its renewal.
///
/// All periods are kept, because when the latest ones are taken back, any that still runs counts: one that was extended, say,
/// or that was long when a short one replaced it.
package struct SubscriptionPeriods: Sendable {
    /// Its periods; the one that ends last stands last.
    package private(set) var periods: [StoreTransaction]
    /// What the store told last of its renewal; `nil` when it told nothing.
    package var told: ToldRenewal?
    /// Whether there may be a period of which no end is known.
    private var hasUnknownEnd: Bool

    /// A line of these periods, in whatever order they are given.
    package init(periods: [StoreTransaction], told: ToldRenewal? = nil) {
        self.periods = periods.sorted { $0.isOutranked(by: $1) }
        self.told = told
        hasUnknownEnd = periods.contains { $0.expirationTime == nil }
    }

    /// Takes in a period, or a later description of one.
    mutating func take(_ period: StoreTransaction, isNew: Bool) {
        if !isNew, let known = periods.lastIndex(where: { $0.id == period.id }) { periods.remove(at: known) }
        var index = periods.endIndex
        while index > 0, period.isOutranked(by: periods[index - 1]) { index -= 1 }
        periods.insert(period, at: index)
        if period.expirationTime == nil { hasUnknownEnd = true }
    }

    /// The period that decides: of those that were neither taken back nor replaced by an upgrade the one that ends last; where
    /// that is over, the one bought last if its end is not known.
    func standing(at time: Timestamp) -> StoreTransaction? {
        guard let last = periods.last(where: \.stands) else { return nil }
        guard hasUnknownEnd, last.hasEnded(at: time) else { return last }
        let latest = periods.filter(\.stands).max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.flatMap { $0.expirationTime == nil ? $0 : nil } ?? last
    }

    /// How many periods of the line, up to this one and since it was last bought, had the offer of this one without a break; 0
    /// when it has none.
    func offerPeriods(upTo period: StoreTransaction) -> Int {
        guard let offer = period.offer else { return 0 }
        var count = 0
        for earlier in periods.reversed() where earlier.stands && earlier.purchaseTime <= period.purchaseTime {
            guard earlier.offer?.type == offer.type, earlier.offer?.id == offer.id else { break }
            count += 1
            if earlier.reason != .renewal { break }
        }
        return count
    }
}

extension StoreTransaction {
    /// Whether it was neither taken back nor replaced by an upgrade.
    var stands: Bool { revocationTime == nil && !isUpgraded }
}
