/// The reason why a caller did not get its requested values.
package enum RequestEnding: Error {
    /// The shared request failed.
    case failed(any Error)
    /// The waiting task was cancelled.
    case cancelled
    /// The caller's deadline passed.
    case expired
    /// The store was closed.
    case closed
}

/// The callers that wait for keys, and the shared requests that fetch them.
///
/// A key is *current* while it belongs to a shared request that later callers may join. A shared request exists from
/// its first caller until it ends, is abandoned because no caller waits for it, or everything is closed. All references
/// to it are then removed, so no ending leaves a key behind.
package struct SharedRequestsState<Key: Hashable & Sendable, Value: Sendable, Caller: Sendable>: Sendable {
    /// One request for some keys, shared by all callers that wait for them.
    package struct SharedRequest: Sendable {
        /// Its number; shared requests are numbered in the order in which they were begun.
        package let id: UInt64
        /// The requested keys.
        package let keys: [Key]
    }

    /// A step to carry out.
    package enum Action: Sendable {
        /// Begin this shared request.
        case depart(SharedRequest)
        /// Cancel the work of the shared request, because no caller waits for it.
        case recall(UInt64)
        /// The caller has all requested values.
        case answer(Caller, [Key: Value])
        /// The caller gets an error.
        case fail(Caller, RequestEnding)
    }

    private struct Progress: Sendable {
        let keys: [Key]
        /// Whether it was begun for the store itself, so that it continues when all callers were cancelled.
        let isBackground: Bool
        var priority: Int
        /// Whether it waits to be released, instead of for its turn.
        var isHeld = false
        var waiting: Set<UInt64> = []
        var hasDeparted = false
        var hasPlace = false
    }

    private struct Waiting: Sendable {
        let caller: Caller
        /// The keys that the caller still waits for, by shared request.
        var wants: [UInt64: [Key]]
        var values: [Key: Value] = [:]
    }

    private let keysPerRequest: Int
    private let requestsAtOnce: Int
    private var requests: [UInt64: Progress] = [:]
    private var current: [Key: UInt64] = [:]
    private var callers: [UInt64: Waiting] = [:]
    /// Shared requests that wait for their turn; abandoned ones stay in it until their turn comes.
    private var queue = RequestQueue()
    private var flying = 0
    private var lastRequest: UInt64 = 0
    private var firstCurrentRequest: UInt64 = 0
    private var isClosed = false

    /// Makes a state without shared requests.
    ///
    /// - Parameters:
    ///   - keysPerRequest: how many keys one shared request has at most; at least 1.
    ///   - requestsAtOnce: how many shared requests run at the same time; at least 1. The others wait for their turn.
    package init(keysPerRequest: Int = 1, requestsAtOnce: Int = .max) {
        self.keysPerRequest = max(1, keysPerRequest)
        self.requestsAtOnce = max(1, requestsAtOnce)
    }

    /// The number of keys, shared requests and callers that are kept: all zero when nothing runs.
    package var load: (keys: Int, requests: Int, callers: Int) { (current.count, requests.count, callers.count) }

    /// Whether the shared request runs and its answer still counts: neither abandoned nor detached.
    package func isCurrent(_ request: UInt64) -> Bool { request >= firstCurrentRequest && isRunning(request) }

    /// Whether the shared request has neither ended nor been abandoned.
    package func isRunning(_ request: UInt64) -> Bool { requests[request] != nil }
}

// MARK: - Coming and going

extension SharedRequestsState {
    /// A caller requests all of these keys, each named once; only keys without a current shared request are requested.
    ///
    /// Shared requests of a higher priority run first; it raises that of a waiting shared request.
    package mutating func joined(_ id: UInt64, keys: [Key], priority: Int = 0, caller: Caller) -> [Action] {
        guard !isClosed else { return [.fail(caller, .closed)] }
        guard !keys.isEmpty else { return [.answer(caller, [:])] }
        begin(keys, isBackground: false, priority)
        var wants: [UInt64: [Key]] = [:]
        for key in keys {
            guard let request = current[key] else { continue }
            wants[request, default: []].append(key)
        }
        for request in wants.keys { requests[request]?.waiting.insert(id) }
        callers[id] = Waiting(caller: caller, wants: wants)
        return departures()
    }

    /// The store itself requests these keys, and no caller waits for them.
    package mutating func started(_ keys: [Key], priority: Int = 0) -> [Action] {
        guard !isClosed else { return [] }
        begin(keys, isBackground: true, priority)
        return departures()
    }

    /// A caller stopped waiting before its answer came; unknown callers have their answer already.
    package mutating func left(_ id: UInt64, _ ending: RequestEnding) -> [Action] {
        guard let waiting = callers.removeValue(forKey: id) else { return [] }
        return [.fail(waiting.caller, ending)] + release(waiting, of: id, ending) + departures()
    }

    /// A shared request has ended, with the values of its keys or an error.
    package mutating func landed(_ id: UInt64, _ result: Result<[Key: Value], any Error>) -> [Action] {
        guard let request = drop(id) else { return [] }
        var actions: [Action] = []
        // Sorted, because a set has another order in each process.
        for caller in request.waiting.sorted() {
            switch result {
            case .success(let values): actions += deliver(values, of: id, to: caller)
            case .failure(let error): actions += left(caller, .failed(error))
            }
        }
        return actions + departures()
    }

    /// A shared request takes long: others may begin before it ends.
    package mutating func gaveUpPlace(_ id: UInt64) -> [Action] {
        guard requests[id]?.hasPlace == true else { return [] }
        requests[id]?.hasPlace = false
        flying -= 1
        return departures()
    }

    /// The running requests count for their present callers, and for no later ones.
    package mutating func detached() -> [Action] {
        firstCurrentRequest = lastRequest + 1
        current = [:]
        var actions: [Action] = []
        for (id, request) in requests.sorted(by: { $0.key < $1.key }) where request.waiting.isEmpty {
            actions += abandon(id)
        }
        return actions + departures()
    }

    /// Everything ends: each caller gets an error, each shared request is cancelled.
    package mutating func closed() -> [Action] {
        isClosed = true
        let waiting = callers.sorted { $0.key < $1.key }.map { Action.fail($0.value.caller, .closed) }
        callers = [:]
        return waiting + requests.keys.sorted().flatMap { abandon($0) }
    }
}

// MARK: - Putting off

extension SharedRequestsState {
    /// A shared request stops and is to continue later: its keys move to a new one, which waits until it is released.
    package mutating func held(_ id: UInt64) -> [Action] {
        guard let request = requests[id], request.hasDeparted else { return [] }
        let carried = request.keys.filter { current[$0] == id }
        _ = drop(id)
        lastRequest += 1
        for key in carried { current[key] = lastRequest }
        for caller in request.waiting {
            let keys = callers[caller]?.wants.removeValue(forKey: id)
            callers[caller]?.wants[lastRequest] = keys
        }
        var next = Progress(keys: request.keys, isBackground: request.isBackground, priority: request.priority)
        (next.isHeld, next.waiting) = (true, request.waiting)
        requests[lastRequest] = next
        return departures()
    }

    /// The held shared requests of these keys wait for their turn again.
    package mutating func released(_ keys: [Key]) -> [Action] {
        for key in keys {
            guard let id = current[key], let request = requests[id], request.isHeld else { continue }
            requests[id]?.isHeld = false
            queue.append(id, request.priority)
        }
        return departures()
    }

    /// The shared requests of these keys end without their values.
    package mutating func cancelled(_ keys: [Key], because error: any Error) -> [Action] {
        var actions: [Action] = []
        for key in keys {
            guard let id = current[key], let request = requests[id] else { continue }
            if request.hasDeparted { actions.append(.recall(id)) }
            actions += landed(id, .failure(error))
        }
        return actions
    }
}

// MARK: - Requests

extension SharedRequestsState {
    private mutating func begin(_ keys: [Key], isBackground: Bool, _ priority: Int) {
        var load: [Key] = []
        for key in keys {
            if let id = current[key] {
                raise(id, to: priority)
                continue
            }
            if load.isEmpty { lastRequest += 1 }
            current[key] = lastRequest
            load.append(key)
            if load.count == keysPerRequest { enqueue(&load, isBackground, priority) }
        }
        if !load.isEmpty { enqueue(&load, isBackground, priority) }
    }

    private mutating func enqueue(_ load: inout [Key], _ isBackground: Bool, _ priority: Int) {
        requests[lastRequest] = Progress(keys: load, isBackground: isBackground, priority: priority)
        queue.append(lastRequest, priority)
        load = []
    }

    /// Raises the priority of a shared request that a caller with a higher one has joined.
    private mutating func raise(_ id: UInt64, to priority: Int) {
        guard let request = requests[id], request.priority < priority else { return }
        requests[id]?.priority = priority
        // Its old place in the queue is skipped when it has begun from the new one.
        if !request.hasDeparted, !request.isHeld { queue.append(id, priority) }
    }

    /// Begins waiting shared requests, up to the limit.
    private mutating func departures() -> [Action] {
        var actions: [Action] = []
        while flying < requestsAtOnce, let id = queue.popFirst() {
            guard let request = requests[id], !request.hasDeparted, !request.isHeld else { continue }
            requests[id]?.hasDeparted = true
            requests[id]?.hasPlace = true
            flying += 1
            actions.append(.depart(SharedRequest(id: id, keys: request.keys)))
        }
        return actions
    }

    private mutating func deliver(_ values: [Key: Value], of request: UInt64, to id: UInt64) -> [Action] {
        for key in callers[id]?.wants.removeValue(forKey: request) ?? [] { callers[id]?.values[key] = values[key] }
        guard let waiting = callers[id], waiting.wants.isEmpty else { return [] }
        callers[id] = nil
        return [.answer(waiting.caller, waiting.values)]
    }

    /// Removes a caller from its shared requests and abandons those for which it was the last.
    ///
    /// Otherwise a shared request that never ends would keep its keys forever. One that the store began continues when
    /// its callers were cancelled, but not when a deadline passed: then it may be one that never ends.
    private mutating func release(_ waiting: Waiting, of id: UInt64, _ ending: RequestEnding) -> [Action] {
        var isOutOfTime = false
        if case .expired = ending { isOutOfTime = true }
        var actions: [Action] = []
        for request in waiting.wants.keys.sorted() {
            requests[request]?.waiting.remove(id)
            guard let progress = requests[request], progress.waiting.isEmpty else { continue }
            if !progress.isBackground || isOutOfTime { actions += abandon(request) }
        }
        return actions
    }

    private mutating func abandon(_ id: UInt64) -> [Action] {
        guard let request = drop(id), request.hasDeparted else { return [] }
        return [.recall(id)]
    }

    private mutating func drop(_ id: UInt64) -> Progress? {
        guard let request = requests.removeValue(forKey: id) else { return nil }
        for key in request.keys where current[key] == id { current[key] = nil }
        if request.hasPlace { flying -= 1 }
        return request
    }
}
