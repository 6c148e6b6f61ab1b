struct EntitlementReading: Sendable {
    private let current: CurrentEntitlements
    private var seen: UInt64?
    /// When the entitlements change by time alone, and the monotonic reading at which they do by elapsed time.
    private var (end, over): (Timestamp?, Duration?) = (nil, nil)
    private var last: StoreEntitlements?

    init(_ current: CurrentEntitlements) { self.current = current }

    /// The entitlements, then after each change; `nil` when the session has ended, or the task was cancelled.
    mutating func next() async -> StoreEntitlements? {
        while !Task.isCancelled {
            if let seen, seen == current.changes.count, await !mayHaveChanged(after: seen) { return nil }
            seen = current.changes.count
            let snapshot = current.snapshot
            let entitlements = StoreEntitlements(snapshot, deviceTime: current.clock.timestamp())
            (end, over) = (await entitlements.nextChange(), snapshot.over)
            if let last, await entitlements.saysTheSame(as: last) { continue }
            last = entitlements
            return entitlements
        }
        return nil
    }

    /// How often the device's date is checked when subscriptions have ended by it: nothing reports that it was set
    /// back.
    private static let longestPause = Duration.seconds(3_600)

    /// Waits for a change, or for the time of one, with subscriptions for an hour at most; returns whether to read again,
    /// false when the session has ended, or the task was cancelled.
    private func mayHaveChanged(after seen: UInt64) async -> Bool {
        let (clock, changes) = (current.clock, current.changes)
        var sleeps: [@Sendable () async throws -> Void] = []
        if let end { sleeps.append { try await clock.sleep(untilDate: end.date) } }
        if let over { sleeps.append { try await clock.sleep(until: over) } }
        if last?.hasSubscriptions == true { sleeps.append { try await clock.sleep(for: Self.longestPause) } }
        let wake = await changes.wait(after: seen, orFor: sleeps)
        return wake == .event || wake == .time && !changes.isClosed && !Task.isCancelled
    }
}
