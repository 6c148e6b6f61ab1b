/// What the present user owns, whenever that may have changed: `for await entitlements in store.entitlementUpdates`.
///
/// What is owned at present comes first. Then it comes again whenever something about it is new: what may be used, where a
/// subscription stands or how it goes on, how many of a consumable were bought, whether it is known
/// (``StoreEntitlements/availability``) or stale, also by time alone; and when the store has switched to another
/// user. What changes none of that is not told. A reader that is slow gets the latest state only. Each loop has a position of its own. It ends when the store
/// closes, or its task is cancelled.
public struct EntitlementUpdates: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = StoreEntitlements

    private let sessions: StoreSessions

    init(_ sessions: StoreSessions) { self.sessions = sessions }

    /// The same as a stream of the standard library, for code that wants that type; each stream is one loop.
    public var stream: AsyncStream<StoreEntitlements> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with what is owned at present.
    public func makeAsyncIterator() -> Iterator { Iterator(sessions) }

    /// How far one loop has read.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private let sessions: StoreSessions
        /// The session that is followed, and its changes that were told.
        private var session: (entitlements: CurrentEntitlements, number: Int)?
        private var told: UInt64?
        /// When what was told is something else by time alone.
        private var end: Timestamp?
        /// The device's date by which that was worked out.
        private var workedOut: Timestamp?
        /// What was told last of this session.
        private var last: StoreEntitlements?

        fileprivate init(_ sessions: StoreSessions) { self.sessions = sessions }

        /// What is owned next; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> StoreEntitlements? {
            while !Task.isCancelled {
                guard let (current, number) = session else {
                    guard await follow(after: -1) else { return nil }
                    continue
                }
                let seen = current.changes.count
                let now = sessions.deviceTime
                if told != seen || end.map({ $0 <= now }) == true || workedOut.map({ now < $0 }) == true {
                    let entitlements = StoreEntitlements(current.snapshot, deviceTime: now)
                    (told, end, workedOut) = (seen, await entitlements.nextChangeByPortions(), now)
                    if let last, await entitlements.saysTheSameByPortions(as: last) { continue }
                    last = entitlements
                    return entitlements
                }
                let isTimed = (last?.subscriptionCount ?? 0) > 0
                if await !sessions.wait(until: end, isTimed: isTimed, orChange: current.changes, after: seen) {
                    guard await follow(after: number) else { return nil }
                }
            }
            return nil
        }

        private mutating func follow(after number: Int) async -> Bool {
            guard let next = await sessions.next(after: number) else { return false }
            session = (next.engine.ledger.entitlements, next.number)
            (told, end, workedOut, last) = (nil, nil, nil, nil)
            return true
        }
    }
}

extension StoreSessions {
    /// How often the device's date is looked at where subscriptions have ended by it: nothing tells that it was set back.
    private static let longestPause = Duration.seconds(3_600)

    /// Waits for a change, or until a date of the calendar.
    ///
    /// - Parameter isTimed: whether the answer is another one by an earlier date, too; then it waits for an hour at most.
    /// - Returns: whether the answer is to be looked at again; not when the session has ended, or the task was cancelled.
    fileprivate func wait(
        until end: Timestamp?, isTimed: Bool, orChange changes: EventCount, after seen: UInt64
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { [clock] group in
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

extension EntitlementUpdates: CustomStringConvertible {
    /// What it is.
    public var description: String { "entitlement updates" }
}

extension PurchaseStore {
    /// What the present user may use, now and whenever that may have changed, through switches of users.
    public var entitlementUpdates: EntitlementUpdates { EntitlementUpdates(sessions) }
}
