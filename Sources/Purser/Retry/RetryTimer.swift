/// The waits between attempts of a whole store.
///
/// Owns the count of flushes, and during each wait two tasks as its structured children. Promises: a wait ends at its
/// deadline, or as soon as the network comes back or `flush()` is called, but never before the time that the server has
/// requested; a flush between the start of an attempt and the wait after it is not lost; cancellation and `close()` end
/// a wait with `CancellationError`. Without a network a wait still ends at its deadline, because the system's report
/// about its network is not always right. Never touches errors, policies or randomness.
package final class RetryTimer: Sendable {
    /// The clock of all waits.
    package let clock: any StoreClock
    /// Reports when the network comes back.
    package let connectivity: any Connectivity
    /// Receives the attempts that failed.
    let diagnostics: DiagnosticFeed
    private let flushes = EventCount()

    /// The waits of one store; ``run()`` follows the network.
    package init(
        clock: any StoreClock, connectivity: any Connectivity = AlwaysOnline(),
        diagnostics: DiagnosticFeed = DiagnosticFeed()
    ) {
        self.diagnostics = diagnostics
        self.clock = clock
        self.connectivity = connectivity
    }

    /// The number of flushes so far: read it before an attempt and pass it to the wait after it.
    package var flushCount: UInt64 { flushes.count }

    /// How many waits could be flushed at this moment.
    package var waiting: Int { flushes.sleepers }

    /// Whether the network may come back, so that ``run()`` has to follow it.
    var followsNetwork: Bool { !(connectivity is AlwaysOnline) }

    /// Flushes whenever connectivity reports "online", until ``close()``; part of the store's task tree.
    ///
    /// It also returns when the stream of changes ends; the store continues without it.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await isOnline in self.connectivity.changes() where isOnline { self.flush() } }
            group.addTask { [flushes] in while (try? await flushes.wait(after: flushes.count)) != nil {} }
            await group.next()
            // The changes of the network end only by cancellation.
            group.cancelAll()
        }
    }

    /// Ends all waits at once, except that none ends before its server's hint.
    package func flush() { flushes.advance() }

    /// Whether `close()` was called.
    package var isClosed: Bool { flushes.isClosed }

    /// Ends all waits, now and later, with `CancellationError`.
    package func close() { flushes.close() }

    /// Waits until `deadline` by the clock, or for a flush; throws when the task is cancelled or the timer closed.
    @discardableResult
    package func wait(until deadline: Duration) async throws(CancellationError) -> EventCount.Wake {
        try await wait(RetryWait(until: deadline, earliest: clock.now()), after: flushCount)
    }

    /// Waits for the given wait; any flush after number `flushCount` counts, also one from before this call.
    ///
    /// - Returns: `.time` when the wait is over; `.event` when the network came back, or all retries were requested now.
    /// - Throws: `CancellationError` when the task is cancelled or the timer closed.
    package func wait(_ wait: RetryWait, after flushCount: UInt64) async throws(CancellationError) -> EventCount.Wake {
        guard try await sleep(until: wait.until, after: flushCount) == .event else { return .time }
        // The server's pause may not be over. Until then, further flushes change nothing.
        while clock.now() < min(wait.earliest, wait.until) {
            _ = try await sleep(until: min(wait.earliest, wait.until), after: flushes.count)
        }
        return .event
    }

    private func sleep(
        until deadline: Duration, after flushCount: UInt64
    ) async throws(CancellationError) -> EventCount.Wake {
        let wake = await flushes.wait(after: flushCount, until: deadline, on: clock)
        // When several reasons come together the deadline may win, so the end of the store and of the task is checked
        // here.
        guard wake != .over, !flushes.isClosed, !Task.isCancelled else { throw CancellationError() }
        return wake
    }

    /// Reports a failed attempt, whose number is 0 when it is not known, and the decision after it.
    package func report(
        _ decision: RetryDecision, _ stage: RetryStage, attempt: Int = 0, transactionID: String? = nil
    ) {
        let isRepeated = if case .wait = decision { true } else { false }
        diagnostics.report(
            StoreDiagnostic(
                isRepeated ? .retry : .gaveUp, isRepeated ? .notice : .warning,
                .init(transactionID: transactionID, stage: stage.name), count: max(1, attempt),
                message: isRepeated
                    ? "An attempt failed, and is repeated after a pause."
                    : "An attempt failed permanently, or no retries are left."))
    }
}
