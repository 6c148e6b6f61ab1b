// What follows what is owned compares one answer with the next, and looks for the moment when it is another one. Both look at
// every subscription, so they may be asked for some of them at a time.
extension StoreEntitlements {
    /// How many subscriptions there are.
    var subscriptionCount: Int { state.subscriptions.count }

    /// When the answer is another one by time alone, as far as is known now; `nil` when it is not.
    package var nextChange: Timestamp? { earliest(nextStale, nextEnd) }

    /// When the answer will be stale; `nil` when it is, or never will be.
    var nextStale: Timestamp? { staleTime.flatMap { $0 > time ? $0 : nil } }

    /// When the next paid period or grace period of a subscription ends; `nil` when none does.
    package var nextEnd: Timestamp? { nextEnd(among: 0..<subscriptionCount) }

    /// The same for some of the subscriptions.
    func nextEnd(among indices: Range<Int>) -> Timestamp? {
        let (subscriptions, terms) = (state.subscriptions, terms)
        var next: Timestamp?
        for index in indices {
            let standing = subscriptions.read(at: index) { _, line in line.standing(at: time, under: terms)?.standing }
            if let standing, standing.state.isActive { next = earliest(next, standing.end) }
        }
        return next
    }

    /// The present periods of those among some of the subscriptions that may be used.
    func runningPeriods(among indices: Range<Int>) -> [StoreTransaction] {
        let (subscriptions, terms) = (state.subscriptions, terms)
        return indices.compactMap { index in
            let found = subscriptions.read(at: index) { _, line in line.standing(at: time, under: terms) }
            return found.flatMap { $0.standing.state.isActive ? $0.period : nil }
        }
    }

    /// Whether it gives the same answers as another one: what may be used, where each subscription stands and how it goes on,
    /// how many of each consumable were bought, whether that is known, and whether it is stale.
    func saysTheSame(as other: StoreEntitlements) -> Bool {
        saysTheSameBesideSubscriptions(as: other) && saysTheSame(as: other, of: 0..<subscriptionCount)
    }

    /// The same, where each subscription stands apart.
    func saysTheSameBesideSubscriptions(as other: StoreEntitlements) -> Bool {
        if sharesRecords(with: other) { return isStale == other.isStale }
        guard availability.description == other.availability.description, isStale == other.isStale,
            purchasedQuantities == other.purchasedQuantities, acquiredProductIDs == other.acquiredProductIDs
        else { return false }
        return subscriptionCount == other.subscriptionCount && Set(state.standing) == Set(other.state.standing)
    }

    /// The same for some of the subscriptions.
    func saysTheSame(as other: StoreEntitlements, of indices: Range<Int>) -> Bool {
        let (own, its) = (state.subscriptions, other.state.subscriptions)
        return indices.allSatisfy { index in
            own.read(at: index) { key, line in
                its.read(line: key) { its in
                    switch (
                        StoreSubscription(line, at: time, under: terms),
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
}

extension StoreEntitlements: Equatable {
    /// Whether both give the same answers: what may be used, where each subscription is and how it continues, how many of each
    /// consumable were bought, whether that is known, and whether it is stale.
    ///
    /// ``asOf`` and ``lastHeardDate`` do not count. It takes the same time as listing what is active; of one moment and the
    /// same records, none.
    public static func == (one: StoreEntitlements, other: StoreEntitlements) -> Bool {
        one.sharesRecords(with: other) && one.time == other.time || one.saysTheSame(as: other)
    }
}

/// The earlier of two moments, where there are two.
private func earliest(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

extension StoreSubscription {
    /// Whether it says the same as another one, whenever its renewal info was signed.
    fileprivate func saysTheSame(as other: StoreSubscription) -> Bool {
        guard transaction == other.transaction, state == other.state, end == other.end,
            awaitsRenewal == other.awaitsRenewal, offerPeriodCount == other.offerPeriodCount
        else { return false }
        guard let own = renewalInfo, let its = other.renewalInfo else {
            return renewalInfo == nil && other.renewalInfo == nil
        }
        return own.saysTheSame(as: its)
    }
}
