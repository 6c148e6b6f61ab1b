import Purser

// What happens because time has passed: from `run()` when its time has come, and otherwise before the next call.
extension EmbeddedAppStore {
    /// Works until cancelled: lets subscriptions renew, lapse and expire when they are due, and puts batches into the inbox
    /// when their time has come.
    public func run() async {
        await work(for: inbox, hasNews: { $0.hasNews }, tell: { $0.send([], answersCall: false) })
    }

    /// Works for one of the customer's devices until cancelled.
    ///
    /// - Parameters:
    ///   - inbox: where it is told something.
    ///   - hasNews: whether it is to be told something.
    ///   - tell: tells it some of that.
    func work(
        for inbox: BackendInbox, hasNews: (isolated EmbeddedAppStore) -> Bool, tell: (isolated EmbeddedAppStore) -> Void
    ) async {
        while !Task.isCancelled {
            let seen = changes.count
            flush()
            let isCaughtUp = (try? catchUp()) != nil
            if hasNews(self) {
                // So much at a time that nothing piles up in front of who reads.
                tell(self)
                await inbox.waitForRoom(Self.unreadLimit)
                await Task.yield()
                continue
            }
            do {
                // What cannot be written is tried again after a while.
                try await waitForWork(until: nextDue(isCaughtUp: isCaughtUp), after: seen)
            } catch {
                return
            }
        }
    }

    /// Lets everything happen that is due by now, in its order.
    ///
    /// It is one step of the account after the other, so that however much there is, little of it is held at once.
    /// - Throws: `BackendError` when it cannot be written.
    func catchUp() throws(BackendError) {
        guard let due = account.journal.agenda.first?.time else { return }
        let now = clock.timestamp()
        guard due <= now else { return }
        var isDone = false
        while !isDone {
            let (events, isAll) = try change { account in
                var events: [BackendEvent] = []
                let isAll = account.advance(to: now, limit: Self.stepLimit, &events)
                return (events, isAll)
            }
            isDone = isAll
            // A transaction that nobody hears of is unfinished, and told at the next `activate()`.
            if isActive {
                send(events, answersCall: false)
            } else {
                untold += events.filter { $0.transaction == nil }
            }
        }
    }

    /// The account with everything that is due by now; where that cannot be written, as it was.
    var caughtUp: SimulatedAccountState {
        try? catchUp()
        return account
    }

    /// How much happens in one step, which a folder keeps as one change.
    private static var stepLimit: Int { 65_536 }

    /// When there is something to do, by the monotonic clock.
    private func nextDue(isCaughtUp: Bool) -> Duration? {
        guard isCaughtUp else { return clock.now() + .seconds(1) }
        // Without the network nothing arrives, whatever is due: `setOnline(_:)` wakes who waits.
        let arrival = isOnline ? outbox.nextDue : nil
        guard let next = account.journal.nextDue else { return arrival }
        let (wait, isTooLong) = next.milliseconds.subtractingReportingOverflow(clock.timestamp().milliseconds)
        let due = clock.now() + .milliseconds(isTooLong ? 0 : max(0, wait))
        return arrival.map { min($0, due) } ?? due
    }

    private nonisolated func waitForWork(until due: Duration?, after seen: UInt64) async throws {
        guard let due else { return try await changes.wait(after: seen) }
        try await withThrowingTaskGroup(of: Void.self) { [clock, changes] group in
            group.addTask { try await clock.sleep(until: due) }
            group.addTask { try await changes.wait(after: seen) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
