// Compares the entitlements with the next ones, and finds the moment of the next change.
extension StoreEntitlements {
    var hasSubscriptions: Bool { !subscriptionsNow.indices.isEmpty }

    /// When the next period or grace period of a subscription ends, or a later period begins; `nil` when none does.
    package var nextEnd: Timestamp? { subscriptionsNow.nextChange(among: subscriptionsNow.indices) }

    /// The next time at which the entitlements change by time alone, as far as is known now; `nil` when they do not.
    func nextChange() async -> Timestamp? {
        var ends = [staleTime.flatMap { $0 > time ? $0 : nil }]
        await subscriptionsNow.inPortions { [own = subscriptionsNow] indices in
            ends.append(own.nextChange(among: indices))
            return true
        }
        return ends.compactMap(\.self).min()
    }

    /// The current periods of the subscriptions that may be used, in no particular order.
    func runningPeriods() async -> [StoreTransaction] {
        var running: [StoreTransaction] = []
        await subscriptionsNow.inPortions { [own = subscriptionsNow] indices in
            running += own.runningPeriods(among: indices)
            return true
        }
        return running
    }

    /// Whether it has the same content as another one, like `==`, with pauses for other tasks.
    func saysTheSame(as other: StoreEntitlements) async -> Bool {
        guard saysTheSameBesideSubscriptions(as: other) else { return false }
        return await subscriptionsNow.inPortions { [own = subscriptionsNow, others = other.subscriptionsNow] in
            own.saysTheSame(as: others, of: $0)
        }
    }

    /// The same, without the states of subscriptions.
    private func saysTheSameBesideSubscriptions(as other: StoreEntitlements) -> Bool {
        if sharesRecords(with: other) { return isStale == other.isStale }
        guard availability.description == other.availability.description, isStale == other.isStale,
            purchasedQuantities == other.purchasedQuantities, acquiredProductIDs == other.acquiredProductIDs
        else { return false }
        return subscriptionsNow.indices == other.subscriptionsNow.indices
            && Set(state.current) == Set(other.state.current)
    }
}

extension StoreEntitlements: Equatable {
    /// Whether both have the same content: the usable products, the state and renewal of each subscription, the
    /// purchased quantity of each consumable, the availability, and whether they are stale.
    ///
    /// ``asOf`` and ``lastReportDate`` do not count. It takes as long as listing ``active``; for the same moment and
    /// records it takes no time.
    public static func == (one: StoreEntitlements, other: StoreEntitlements) -> Bool {
        one.sharesRecords(with: other) && one.time == other.time
            || one.saysTheSameBesideSubscriptions(as: other)
                && one.subscriptionsNow.saysTheSame(as: other.subscriptionsNow, of: one.subscriptionsNow.indices)
    }
}
