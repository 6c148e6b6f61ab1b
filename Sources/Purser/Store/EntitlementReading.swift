/// The position of a loop that reads the entitlements of one session.
struct EntitlementReading: Sendable {
    private let current: CurrentEntitlements
    /// The number of the reported change.
    private var reported: UInt64?
    /// When the reported entitlements change by time alone.
    private var end: Timestamp?
    /// The time of that computation.
    private var workedOut: Timestamp?
    /// The last reported entitlements of this session.
    private var last: StoreEntitlements?

    init(_ current: CurrentEntitlements) { self.current = current }

    /// The entitlements, then after each change; `nil` when the session has ended, or the task was cancelled.
    mutating func next() async -> StoreEntitlements? {
        while !Task.isCancelled {
            let seen = current.changes.count
            let now = current.time.timestamp()
            if reported != seen || end.map({ $0 <= now }) == true || workedOut.map({ now < $0 }) == true {
                let entitlements = StoreEntitlements(current.snapshot, deviceTime: now)
                (reported, end, workedOut) = (seen, await entitlements.nextChange(), now)
                if let last, await entitlements.saysTheSame(as: last) { continue }
                last = entitlements
                return entitlements
            }
            let isTimed = last?.hasSubscriptions == true
            guard await wait(until: end, isTimed: isTimed, orChangeAfter: seen) else { return nil }
        }
        return nil
    }

    /// How often the device's date is checked when subscriptions have ended by it: nothing reports that it was set
    /// back.
    private static let longestPause = Duration.seconds(3_600)

    /// Waits for a change, or until a date of the calendar.
    ///
    /// - Parameter isTimed: whether the entitlements also change by an earlier date; then it waits for an hour at
    ///   most.
    /// - Returns: whether to read again; false when the session has ended, or the task was cancelled.
    private func wait(until end: Timestamp?, isTimed: Bool, orChangeAfter seen: UInt64) async -> Bool {
        let (time, changes) = (current.time, current.changes)
        var sleeps: [@Sendable () async throws -> Void] = []
        if let end { sleeps.append { try await time.sleep(untilDate: end.date) } }
        if isTimed { sleeps.append { try await time.sleep(for: Self.longestPause) } }
        let wake = await changes.wait(after: seen, orFor: sleeps)
        return wake == .event || wake == .time && !changes.isClosed && !Task.isCancelled
    }
}
