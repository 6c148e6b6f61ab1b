/// Makes equal requests at the same time once (single-flight); each caller may stop waiting on its own.
///
/// Owns the continuations of waiting callers, and the workers that make the shared requests. Promises: each call ends
/// exactly once, by its values, the shared request's failure, cancellation, its deadline or `close()`; a caller that
/// stops waiting affects no other; after the end of a shared request, later callers may request its keys again. Never
/// retries, caches or interprets anything, and never resumes a caller while it holds its lock.
package final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// One request for some keys, shared by all callers that wait for them.
    package typealias SharedRequest = State.SharedRequest
    /// The value that decides.
    package typealias State = SharedRequestsState<Key, Value, Caller>
    /// A caller that waits for values.
    package typealias Caller = UnsafeContinuation<Result<[Key: Value], RequestEnding>, Never>

    private struct Guarded: Sendable {
        var state: State
        /// The workers of the running shared requests; `nil` until one has begun.
        var workers: [UInt64: ExternalWorker?] = [:]
        var lastCaller: UInt64 = 0

        /// Adds a place for the worker of each new shared request, and removes the workers of cancelled ones.
        mutating func noteRecalls(_ actions: [State.Action]) -> [ExternalWorker] {
            var recalled: [ExternalWorker] = []
            for action in actions {
                switch action {
                case .depart(let request): workers[request.id] = .some(nil)
                case .recall(let id): if let worker = workers.removeValue(forKey: id) ?? nil { recalled.append(worker) }
                case .answer, .fail: break
                }
            }
            return recalled
        }
    }

    private let guarded: Lock<Guarded>
    private let departures = Mailbox<SharedRequest>()
    private let clock: any StoreClock
    private let call: WaitingCall
    private let external: ExternalCalls
    private let fly: (@Sendable (SharedRequests, SharedRequest) async -> Void)?

    /// Makes a value without shared requests.
    ///
    /// - Parameters:
    ///   - clock: the clock that measures deadlines.
    ///   - call: the call of the app that waits for them.
    ///   - keysPerRequest: how many keys one shared request has at most; at least 1.
    ///   - requestsAtOnce: how many shared requests run at the same time; at least 1. The others wait for their turn.
    ///   - closingLimit: how long the end waits for shared requests that ignore their cancellation.
    ///   - fly: makes a shared request when it is its turn, and ends it with ``land(_:_:)``; `nil` leaves that to
    ///     `run(_:)`.
    package init(
        clock: any StoreClock, for call: WaitingCall = WaitingCall("values"), keysPerRequest: Int = 1,
        requestsAtOnce: Int = .max,
        closingLimit: Duration = CallLimits().closing,
        flying fly: (@Sendable (SharedRequests, SharedRequest) async -> Void)? = nil
    ) {
        self.fly = fly
        self.clock = clock
        self.call = call
        external = ExternalCalls(clock: clock, closingLimit: closingLimit)
        guarded = Lock(Guarded(state: State(keysPerRequest: keysPerRequest, requestsAtOnce: requestsAtOnce)))
    }

    /// The number of keys, shared requests and callers.
    package var load: (keys: Int, requests: Int, callers: Int) { guarded.withLock { $0.state.load } }

    /// Whether the answer of the shared request still counts: it was neither abandoned nor detached.
    package func isCurrent(_ request: SharedRequest) -> Bool { guarded.withLock { $0.state.isCurrent(request.id) } }

    /// Begins shared requests for the keys that have none yet, without waiting for them.
    ///
    /// - Parameter priority: shared requests of a higher one run first.
    package func start(_ keys: [Key], priority: Int = 0) {
        guard !keys.isEmpty else { return }
        perform { state, _ in state.started(keys, priority: priority) }
    }

    /// Ends a shared request and resumes its callers; an abandoned one is ignored.
    package func land(_ request: SharedRequest, _ result: Result<[Key: Value], any Error>) {
        perform { state, _ in state.landed(request.id, result) }
    }

    /// Lets another shared request begin before this one ends, which continues and keeps its keys.
    package func giveUpPlace(_ request: SharedRequest) {
        perform { state, _ in state.gaveUpPlace(request.id) }
    }

    /// Puts a shared request off until it is released: its work ends, and its callers continue to wait.
    package func hold(_ request: SharedRequest) {
        perform { state, _ in state.held(request.id) }
    }

    /// Lets the held shared requests of these keys run again.
    package func release(_ keys: [Key]) {
        perform { state, _ in state.released(keys) }
    }

    /// Ends the shared requests of these keys, for all callers.
    package func cancel(_ keys: [Key], because error: any Error) {
        perform { state, _ in state.cancelled(keys, because: error) }
    }

    /// Stops new callers from joining the running shared requests; their present callers still get the answer.
    package func detach() {
        perform { state, _ in state.detached() }
    }

    /// Ends every wait, now and later, with `.closed`, cancels all shared requests, and lets `run(_:)` end.
    package func close() {
        perform { state, _ in state.closed() }
        departures.close()
    }
}

// MARK: - Waiting

extension SharedRequests {
    /// Returns the values of all these keys, each named once; waits no longer than `limit`.
    ///
    /// Shared requests of a higher `priority` run first. It stays on the caller's actor and does not suspend before the
    /// caller is registered, so the actor's earlier look-up is still valid.
    package func values(
        for keys: [Key], within limit: Duration? = nil, priority: Int = 0, isolation: isolated (any Actor)? = #isolation
    ) async throws(RequestEnding) -> [Key: Value] {
        let id = guarded.withLock { guarded in
            guarded.lastCaller += 1
            return guarded.lastCaller
        }
        guard let limit else { return try await park(id, keys, priority, until: nil).get() }
        let until = clock.now() + limit.clampedForRetry
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.expire(id, at: until) }
            defer { group.cancelAll() }
            return await self.park(id, keys, priority, until: until, isolation: isolation)
        }
        return try result.get()
    }

    private func park(
        _ id: UInt64, _ keys: [Key], _ priority: Int, until: Duration?, isolation: isolated (any Actor)? = #isolation
    ) async -> Result<[Key: Value], RequestEnding> {
        await withTaskCancellationHandler {
            // A closure stays on the actor only if it captures it. Otherwise another task could run before the lock is
            // taken, and the caller's earlier look-up would no longer be valid.
            _ = isolation
            return await withUnsafeContinuation { caller in
                // Both are read under the lock: an earlier cancellation or deadline found no waiting caller, but by
                // then the task was cancelled, or its deadline had passed.
                perform { state, clock in
                    if Task.isCancelled { return [.fail(caller, .cancelled)] }
                    if let until, clock.now() >= until { return [.fail(caller, .expired)] }
                    return state.joined(id, keys: keys, priority: priority, caller: caller)
                }
            }
        } onCancel: {
            perform { state, _ in state.left(id, .cancelled) }
        }
    }

    private func expire(_ id: UInt64, at deadline: Duration) async {
        // The sleep is cancelled when the answer comes first.
        guard (try? await clock.sleep(untilDeadline: deadline, of: call)) != nil else { return }
        perform { state, _ in state.left(id, .expired) }
    }

    private func perform(_ decide: (inout State, any StoreClock) -> [State.Action]) {
        let (actions, recalled) = guarded.withLock { guarded in
            let actions = decide(&guarded.state, clock)
            return (actions, guarded.noteRecalls(actions))
        }
        for worker in recalled { worker.cancel() }
        for action in actions {
            switch action {
            case .depart(let request): depart(request)
            case .recall: break
            case .answer(let caller, let values): caller.resume(returning: .success(values))
            case .fail(let caller, let ending): caller.resume(returning: .failure(ending))
            }
        }
    }
}

// MARK: - Flying

extension SharedRequests {
    /// Makes the shared requests until `close()`; `fly` ends each with ``land(_:_:)`` and makes its calls with the
    /// worker.
    ///
    /// Returns when the last shared request's work has ended or timed out. Part of the store's task tree; call it once.
    package func run(_ fly: @escaping @Sendable (SharedRequest, ExternalWorker) async -> Void) async {
        await withDiscardingTaskGroup { group in
            var isWatched = false
            while let batch = await departures.next() {
                // Most sessions make no such request, and then need no watch of its limit.
                if !isWatched { group.addTask { [external] in await external.run() } }
                isWatched = true
                for request in batch { external.start { await self.carryOut(request, $0, fly) } }
            }
            external.stop()
        }
    }

    private func depart(_ request: SharedRequest) {
        if let fly {
            external.start { await self.carryOut(request, $0) { request, _ in await fly(self, request) } }
        } else {
            departures.post(request)
        }
    }

    private func carryOut(
        _ request: SharedRequest, _ worker: ExternalWorker,
        _ fly: @Sendable (SharedRequest, ExternalWorker) async -> Void
    ) async {
        let isWanted = guarded.withLock { guarded in
            guard guarded.workers[request.id] != nil else { return false }
            guarded.workers[request.id] = worker
            return true
        }
        guard isWanted else { return }
        await fly(request, worker)
        // A shared request whose work ended without `land` would keep its keys forever; one that has ended is not
        // affected.
        land(request, .failure(CancellationError()))
        guarded.withLock { $0.workers[request.id] = nil }
    }
}
