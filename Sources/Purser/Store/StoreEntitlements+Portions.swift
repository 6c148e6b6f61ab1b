// A customer may have very many subscriptions, and all may end at one moment. What looks at all of them gives the thread to
// others now and then, so that nobody who buys waits for it.
extension StoreEntitlements {
    /// How many subscriptions are looked at in a row.
    private static let portion = 1_024

    /// When the answer is another one by time alone; see ``nextChange``.
    func nextChangeByPortions() async -> Timestamp? {
        var next = nextStale
        await inPortions { indices in
            next = [next, nextEnd(among: indices)].compactMap(\.self).min()
            return true
        }
        return next
    }

    /// Whether it gives the same answers as another one; see ``saysTheSame(as:)``.
    func saysTheSameByPortions(as other: StoreEntitlements) async -> Bool {
        guard saysTheSameBesideSubscriptions(as: other) else { return false }
        return await inPortions { saysTheSame(as: other, of: $0) }
    }

    /// The present periods of the subscriptions that may be used, in no particular order.
    func runningPeriodsByPortions() async -> [StoreTransaction] {
        var running: [StoreTransaction] = []
        await inPortions { indices in
            running += runningPeriods(among: indices)
            return true
        }
        return running
    }

    /// Calls `body` with all subscriptions, a portion of them at a time, until it returns false.
    ///
    /// - Returns: whether it never did.
    @discardableResult
    private func inPortions(_ body: (Range<Int>) -> Bool) async -> Bool {
        var rest = 0..<subscriptionCount
        while !rest.isEmpty {
            let portion = rest.prefix(Self.portion)
            guard body(portion) else { return false }
            rest = portion.upperBound..<rest.upperBound
            if !rest.isEmpty { await Task.yield() }
        }
        return true
    }
}
