/// Makes equal requests at the same time once (single-flight); each caller may stop waiting on its own.
///
/// Owns the replies to waiting callers, and the workers that make the shared requests. Promises: each call ends
/// exactly once, by its values, the shared request's failure, cancellation, its deadline or `close()`; a caller that
/// stops waiting affects no other; after the end of a shared request, later callers may request its keys again. Never
/// retries, caches or interprets anything, and never resumes a caller while it holds its lock.
package final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// One request for some keys, shared by all callers that wait for them.
    package typealias SharedRequest = State.SharedRequest
    /// The value that decides.
    package typealias State = SharedRequestsState<Key, Value, Caller>
    /// A caller that waits for values.
    package typealias Caller = Reply<Result<[Key: Value], RequestEnding>>

    private struct Guarded: Sendable {
        var state: State
        var workers: [UInt64: ExternalWorker] = [:]
        var lastCaller: UInt64 = 0

        mutating func takeRecalled(_ actions: [State.Action]) -> [ExternalWorker] {
            actions.compactMap { if case .recall(let id) = $0 { workers.removeValue(forKey: id) } else { nil } }
        }
    }

    private let guarded: Lock<Guarded>
    private let departures = Mailbox<SharedRequest>()
    private let clock: any StoreClock
    private let call: WaitingCall
    private let external: ExternalCalls
    private let fly: (@Sendable (SharedRequests, SharedRequest) async throws -> [Key: Value])?

    /// Makes a value without shared requests; `call` is the call of the app that waits for them.
    ///
    /// One has at most `keysPerRequest` keys, and at most `requestsAtOnce` of them run at the same time: each of the two is at
    /// least 1. The end waits no longer than `closingLimit` for those that ignore their cancellation. Here `fly` makes a
    /// shared request when it is its turn; `nil` leaves that to `run(_:)`.
    package init(
        clock: any StoreClock, for call: WaitingCall = WaitingCall("values"), keysPerRequest: Int = 1,
        requestsAtOnce: Int = .max, closingLimit: Duration = CallLimits().closing,
        flying fly: (@Sendable (SharedRequests, SharedRequest) async throws -> [Key: Value])? = nil
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

    /// Begins shared requests for the keys that have none yet, without waiting; those of a higher priority run first.
    package func start(_ keys: [Key], priority: Int = 0) {
        guard !keys.isEmpty else { return }
        perform { $0.started(keys, priority: priority) }
    }

    /// Ends a shared request and resumes its callers; an abandoned one is ignored.
    package func land(_ request: SharedRequest, _ result: Result<[Key: Value], any Error>) {
        perform { $0.landed(request.id, result) }
    }

    /// Lets another shared request begin before this one ends, which continues and keeps its keys.
    package func giveUpPlace(_ request: SharedRequest) { perform { $0.gaveUpPlace(request.id) } }

    /// Puts a shared request off until it is released: its work ends, and its callers continue to wait.
    package func hold(_ request: SharedRequest) { perform { $0.held(request.id) } }

    /// Lets the held shared requests of these keys run again.
    package func release(_ keys: [Key]) { perform { $0.released(keys) } }

    /// Ends the shared requests of these keys, for all callers.
    package func cancel(_ keys: [Key], because error: any Error) { perform { $0.cancelled(keys, because: error) } }

    /// Stops new callers from joining the running shared requests; their present callers still get the answer.
    package func detach() { perform { $0.detached() } }

    /// Ends every wait, now and later, with `.closed`, cancels all shared requests, and lets `run(_:)` end.
    package func close() {
        perform { $0.closed() }
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
        guard !Task.isCancelled else { throw .cancelled }
        let until = limit.map { clock.now() + $0.clampedForRetry }
        if let until, clock.now() >= until { throw .expired }
        let caller = Caller()
        let id = guarded.withLock { guarded in
            guarded.lastCaller += 1
            return guarded.lastCaller
        }
        perform { $0.joined(id, keys: keys, priority: priority, caller: caller) }
        guard let until else { return try await answer(to: caller, id).get() }
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.expire(id, at: until) }
            defer { group.cancelAll() }
            return await self.answer(to: caller, id)
        }
        return try result.get()
    }

    private func answer(to caller: Caller, _ id: UInt64) async -> Result<[Key: Value], RequestEnding> {
        let answer = await caller.value(ifCancelled: .failure(.cancelled))
        if case .failure(.cancelled) = answer { perform { $0.left(id, .cancelled) } }
        return answer
    }

    private func expire(_ id: UInt64, at deadline: Duration) async {
        // The sleep is cancelled when the answer comes first.
        guard (try? await clock.sleep(untilDeadline: deadline, of: call)) != nil else { return }
        perform { $0.left(id, .expired) }
    }

    private func perform(_ decide: (inout State) -> [State.Action]) {
        let (actions, recalled) = guarded.withLock { guarded in
            let actions = decide(&guarded.state)
            return (actions, guarded.takeRecalled(actions))
        }
        for worker in recalled { worker.cancel() }
        for action in actions {
            switch action {
            case .depart(let request): depart(request)
            case .recall: break
            case .answer(let caller, let values): caller.resolve(.success(values))
            case .fail(let caller, let ending): caller.resolve(.failure(ending))
            }
        }
    }
}

// MARK: - Flying

extension SharedRequests {
    /// Makes the shared requests until `close()`; `fly` makes the calls of each with the worker.
    ///
    /// What it returns or throws ends the shared request, unless ``land(_:_:)`` has ended it before.
    ///
    /// Returns when the last shared request's work has ended or timed out. Part of the store's task tree; call it once.
    package func run(
        _ fly: @escaping @Sendable (SharedRequest, ExternalWorker) async throws -> [Key: Value]
    ) async {
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
            external.start { await self.carryOut(request, $0) { request, _ in try await fly(self, request) } }
        } else {
            departures.post(request)
        }
    }

    private func carryOut(
        _ request: SharedRequest, _ worker: ExternalWorker,
        _ fly: @Sendable (SharedRequest, ExternalWorker) async throws -> [Key: Value]
    ) async {
        let isWanted = guarded.withLock { guarded in
            guard guarded.state.isRunning(request.id) else { return false }
            guarded.workers[request.id] = worker
            return true
        }
        guard isWanted else { return }
        do {
            land(request, .success(try await fly(request, worker)))
        } catch {
            land(request, .failure(error))
        }
        guarded.withLock { $0.workers[request.id] = nil }
    }
}
