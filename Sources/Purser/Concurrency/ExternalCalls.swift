/// Makes external calls, which may never return: to the backend and to the app's handlers.
///
/// Owns the tasks that make them, its workers. They are outside the task tree, as no other task of a store is: a group
/// would wait for a call that never returns (C4). Promises: each call has a limit; a call over its limit times out,
/// which is reported once, so that its place is free for others. The end of the store waits for every worker that has
/// not timed out, and for none longer than its call's limit or the limit for closing. It starts workers in the same way
/// as the store's root task, so that a seeded executor sees them. Never interprets the result of a call.
package final class ExternalCalls: Sendable {
    private struct Guarded: Sendable {
        var state = ExternalCallsState()
        var tasks: [ExternalWorkerID: Task<Void, Never>] = [:]
        /// Ends the waits for workers' answers when the store ends.
        var waits: [ExternalWorkerID: @Sendable () -> Void] = [:]
    }

    private let guarded = Lock(Guarded())
    /// Advances when the watch has to check again.
    private let changes = EventCount()
    private let clock: any StoreClock
    private let closingLimit: Duration
    private let onTimeout: @Sendable (String) -> Void
    /// As it was when the store opened: tests set another one there.
    private let starter = RootTask.starter

    /// Makes external calls without workers; the end waits no longer than `closingLimit` for calls, and `onTimeout` is
    /// called with the name of each call that times out, and must return at once.
    package init(
        clock: any StoreClock, closingLimit: Duration, onTimeout: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onTimeout = onTimeout
        self.clock = clock
        self.closingLimit = closingLimit.clampedForRetry
    }

    // MARK: Workers

    /// Starts a worker, in place of a child task, for work that makes external calls; returns false when the store ends.
    ///
    /// The library's own work between the calls has no limit.
    @discardableResult
    package func start(_ body: @escaping @Sendable (ExternalWorker) async -> Void) -> Bool {
        start(body, whenStopped: nil) != nil
    }

    func cancel(_ id: ExternalWorkerID) { guarded.withLock { $0.tasks[id] }?.cancel() }

    private func start(
        _ body: @escaping @Sendable (ExternalWorker) async -> Void, whenStopped: (@Sendable () -> Void)?
    ) -> ExternalWorkerID? {
        let id = guarded.withLock { guarded in
            let id = guarded.state.workerBegan()
            if let id, let whenStopped { guarded.waits[id] = whenStopped }
            return id
        }
        guard let id else { return nil }
        let worker = ExternalWorker(id: id, calls: self)
        let task = starter.start {
            await body(worker)
            self.ended(id)
        }
        // It may have ended already, or the store may have stopped before its task was known.
        let isCancelled = guarded.withLock { guarded in
            guard guarded.state.isRunning(id) else { return false }
            guarded.tasks[id] = task
            return guarded.state.isEnding
        }
        if isCancelled { task.cancel() }
        return id
    }

    private func ended(_ id: ExternalWorkerID) {
        let isLast = guarded.withLock { guarded in
            guarded.tasks[id] = nil
            guarded.waits[id] = nil
            return guarded.state.workerEnded(id)
        }
        if isLast { changes.advance() }
    }

    /// Makes one call in a separate worker, and waits for it no longer than its limit.
    ///
    /// When the waiting task is cancelled, the call is cancelled too, and not waited for.
    ///
    /// - Parameters:
    ///   - name: the name of the call in diagnostics.
    ///   - cancelsOverdue: whether a call that times out is cancelled, because nobody needs its late result.
    ///   - overdue: called when the limit has passed, before the wait ends; it must return at once.
    ///   - late: gets the result of the call when nothing waits for it any more.
    package func call<Value: Sendable>(
        _ name: String, within limit: Duration, cancelsOverdue: Bool = false,
        _ body: @escaping @Sendable () async throws -> Value, overdue: @escaping @Sendable () -> Void = {},
        late: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) async -> ExternalAnswer<Value> {
        let reply = Reply<ExternalAnswer<Value>>()
        let id = start(
            { worker in
                let result: Result<Value, any Error> = await worker.call(name, within: limit) {
                    overdue()
                    reply.resolve(.overdue)
                } making: {
                    do { return .success(try await body()) } catch { return .failure(error) }
                }
                if !reply.resolve(.answered(result)) { late(result) }
            }, whenStopped: { reply.resolve(.stopped) })
        guard let id else { return .stopped }
        let answer = await reply.value(ifCancelled: .cancelled)
        switch answer {
        case .cancelled: cancel(id)
        case .overdue where cancelsOverdue: cancel(id)
        case .answered, .overdue, .stopped: break
        }
        return answer
    }

    /// Calls `body` at a time, unless the store ends before; it must return at once.
    package func remind(at time: Duration, _ body: @escaping @Sendable () -> Void) {
        if guarded.withLock({ $0.state.remind(at: time, body) }) { changes.advance() }
    }

    // MARK: One call of a worker

    func callBegan(
        _ id: ExternalWorkerID, _ name: String, within limit: Duration?, _ overdue: @escaping @Sendable () -> Void
    ) {
        let (now, limit) = (clock.now(), limit?.clampedForRetry)
        if guarded.withLock({ $0.state.callBegan(id, name, at: now, within: limit, overdue) }) { changes.advance() }
    }

    func callEnded(_ id: ExternalWorkerID) -> Bool { guarded.withLock { $0.state.callEnded(id) } }

    func hasTimedOut(_ id: ExternalWorkerID) -> Bool { guarded.withLock { $0.state.hasTimedOut(id) } }

    // MARK: The end

    /// Cancels all workers, ends the waits for their answers, and starts no more; harmless when repeated.
    package func stop() {
        let end = clock.now() + closingLimit
        let (tasks, waits) = guarded.withLock { guarded in
            guarded.state.ending(by: end)
            defer { guarded.waits = [:] }
            return (guarded.tasks, guarded.waits)
        }
        for (_, wait) in waits.sorted(by: { $0.key.number < $1.key.number }) { wait() }
        for (_, task) in tasks.sorted(by: { $0.key.number < $1.key.number }) { task.cancel() }
        changes.advance()
    }

    /// Watches the limits until `stop()`, and then until only timed-out calls run.
    ///
    /// It ignores the cancellation of its task: the end itself has a limit, which has to be watched.
    package func run() async { await startWatch().value }

    /// Begins the same in a task of its own, which the caller has to wait for.
    package func startWatch() -> Task<Void, Never> { starter.start { await self.watch() } }

    private func watch() async {
        while true {
            let seen = changes.count
            let now = clock.now()
            let (due, next, late, isOver) = guarded.withLock { guarded in
                let (due, late, next) = guarded.state.looked(at: now)
                return (due, next, late, guarded.state.isEnding && guarded.state.isQuiet)
            }
            for overdue in due { overdue() }
            for name in late { onTimeout(name) }
            if isOver { return }
            _ = await changes.wait(after: seen, until: next, on: clock)
        }
    }
}

/// The task that makes external calls, one at a time.
package struct ExternalWorker: Sendable {
    let id: ExternalWorkerID
    let calls: ExternalCalls

    /// Whether one of its calls timed out: its caller was answered, and its place is free.
    package var hasTimedOut: Bool { calls.hasTimedOut(id) }

    /// Throws when it must not begin a call: ``TimedOutCall`` when it timed out, `CancellationError` when the store ends.
    package func checkPresent() throws {
        if hasTimedOut { throw TimedOutCall() }
        try Task.checkCancellation()
    }

    /// Cancels its task.
    package func cancel() { calls.cancel(id) }

    /// A call begins; everything in this task until ``callEnded()`` is limited.
    ///
    /// - Parameters:
    ///   - name: the name of the call in diagnostics.
    ///   - limit: how long it may take; `nil` when only the end of the store limits it.
    ///   - overdue: called once when that has passed and it has not returned; it must return at once. Not called for
    ///     a worker that timed out before.
    package func callBegan(_ name: String, within limit: Duration?, overdue: @escaping @Sendable () -> Void) {
        calls.callBegan(id, name, within: limit, overdue)
    }

    /// Records that the call has returned; returns whether it timed out.
    package func callEnded() -> Bool { calls.callEnded(id) }

    /// Makes a call on the caller's actor, limited as by ``callBegan(_:within:overdue:)``; its own task runs it, so that it
    /// costs no change of tasks.
    package func call<Value, Failure: Error>(
        _ name: String, within limit: Duration?, isolation: isolated (any Actor)? = #isolation,
        overdue: @escaping @Sendable () -> Void, making body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        calls.callBegan(id, name, within: limit, overdue)
        defer { _ = calls.callEnded(id) }
        return try await body()
    }
}

/// How the wait for an external call ended.
package enum ExternalAnswer<Value: Sendable>: Sendable {
    /// The call returned or threw.
    case answered(Result<Value, any Error>)
    /// It timed out, and still runs.
    case overdue
    /// The store is closing or switching.
    case stopped
    /// The waiting task was cancelled.
    case cancelled
}

/// A worker timed out, and begins no more calls.
package struct TimedOutCall: Error {}
