/// How far a loop has read what the user of one session owns.
struct EntitlementReading: Sendable {
    private let sessions: StoreSessions
    private let current: CurrentEntitlements
    /// The changes that were told.
    private var told: UInt64?
    /// When what was told is something else by time alone.
    private var end: Timestamp?
    /// The device's date by which that was worked out.
    private var workedOut: Timestamp?
    /// What was told last of this session.
    private var last: StoreEntitlements?

    /// Reads what the users of one session after the other own.
    static func loop(_ sessions: StoreSessions) -> SessionLoop<EntitlementReading, StoreEntitlements> {
        SessionLoop(sessions) {
            EntitlementReading(sessions: sessions, current: $0.ledger.entitlements)
        } reading: { reading, _ in
            await reading.next()
        }
    }

    private init(sessions: StoreSessions, current: CurrentEntitlements) {
        (self.sessions, self.current) = (sessions, current)
    }

    private mutating func next() async -> StoreEntitlements? {
        while !Task.isCancelled {
            let seen = current.changes.count
            let now = sessions.deviceTime
            if told != seen || end.map({ $0 <= now }) == true || workedOut.map({ now < $0 }) == true {
                let entitlements = StoreEntitlements(current.snapshot, deviceTime: now)
                (told, end, workedOut) = (seen, await entitlements.nextChange(), now)
                if let last, await entitlements.saysTheSame(as: last) { continue }
                last = entitlements
                return entitlements
            }
            let isTimed = last?.hasSubscriptions == true
            guard await wait(until: end, isTimed: isTimed, orChangeAfter: seen) else { return nil }
        }
        return nil
    }

    /// How often the device's date is looked at where subscriptions have ended by it: nothing tells that it was set back.
    private static let longestPause = Duration.seconds(3_600)

    /// Waits for a change, or until a date of the calendar.
    ///
    /// - Parameter isTimed: whether the answer is another one by an earlier date, too; then it waits for an hour at most.
    /// - Returns: whether the answer is to be looked at again; not when the session has ended, or the task was cancelled.
    private func wait(until end: Timestamp?, isTimed: Bool, orChangeAfter seen: UInt64) async -> Bool {
        await withTaskGroup(of: Bool.self) { [clock = sessions.clock, changes = current.changes] group in
            group.addTask { (try? await changes.wait(after: seen)) != nil }
            func addTimer(_ sleep: @escaping @Sendable () async throws -> Void) {
                group.addTask {
                    // A clock that cannot sleep leaves it to the next change.
                    if (try? await sleep()) == nil { try? await changes.wait(after: seen) }
                    return !changes.isClosed && !Task.isCancelled
                }
            }
            if let end { addTimer { try await clock.sleep(untilDate: end.date) } }
            if isTimed { addTimer { try await clock.sleep(for: Self.longestPause) } }
            let isNews = await group.next() ?? false
            group.cancelAll()
            return isNews
        }
    }
}
