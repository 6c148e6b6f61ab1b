/// Why a caller did not get its requested values.
package enum FlightEnding: Error {
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
package struct SharedFlightsState<Key: Hashable & Sendable, Value: Sendable, Caller: Sendable>: Sendable {
    /// One request for some keys, shared by all callers that wait for them.
    package struct Flight: Sendable {
        /// Its number; shared requests are numbered in the order in which they were begun.
        package let id: UInt64
        /// The requested keys.
        package let keys: [Key]
    }

    /// A step to carry out.
    package enum Action: Sendable {
        /// Begin this shared request.
        case depart(Flight)
        /// Cancel the work of the shared request, because no caller waits for it.
        case recall(UInt64)
        /// The caller has all requested values.
        case answer(Caller, [Key: Value])
        /// The caller gets an error.
        case fail(Caller, FlightEnding)
    }

    private struct Progress: Sendable {
        let keys: [Key]
        /// Whether it was begun for the store itself, so that it continues when all callers were cancelled.
        let isBackground: Bool
        /// Those of a higher one run first.
        var priority: Int
        /// Whether it waits to be released, instead of for its turn.
        var isHeld = false
        var waiting: Set<UInt64> = []
        var hasDeparted = false
        /// Whether it has one of the places for concurrent requests.
        var hasPlace = false
    }

    private struct Waiting: Sendable {
        let caller: Caller
        /// The keys that the caller still waits for, by shared request.
        var wants: [UInt64: [Key]]
        var values: [Key: Value] = [:]
    }

    private let keysPerFlight: Int
    private let flightsAtOnce: Int
    private var flights: [UInt64: Progress] = [:]
    private var current: [Key: UInt64] = [:]
    private var callers: [UInt64: Waiting] = [:]
    /// Shared requests that wait for their turn; abandoned ones stay in it until their turn comes.
    private var queue = FlightQueue()
    private var flying = 0
    private var lastFlight: UInt64 = 0
    private var firstCurrentFlight: UInt64 = 0
    private var isClosed = false

    /// Makes a state without shared requests.
    ///
    /// - Parameters:
    ///   - keysPerFlight: how many keys one shared request has at most; at least 1.
    ///   - flightsAtOnce: how many shared requests run at the same time; at least 1. The others wait for their turn.
    package init(keysPerFlight: Int = 1, flightsAtOnce: Int = .max) {
        self.keysPerFlight = max(1, keysPerFlight)
        self.flightsAtOnce = max(1, flightsAtOnce)
    }

    /// The number of keys, shared requests and callers that are kept: all zero when nothing runs.
    package var load: (keys: Int, flights: Int, callers: Int) { (current.count, flights.count, callers.count) }

    /// Whether the shared request runs and its answer still counts: neither abandoned nor detached.
    package func isCurrent(_ flight: UInt64) -> Bool { flight >= firstCurrentFlight && flights[flight] != nil }
}

// MARK: - Coming and going

extension SharedFlightsState {
    /// A caller requests all of these keys, each named once; only keys without a current shared request are requested.
    ///
    /// - Parameter priority: shared requests of a higher one run first; it raises that of a waiting shared request.
    package mutating func joined(_ id: UInt64, keys: [Key], priority: Int = 0, caller: Caller) -> [Action] {
        guard !isClosed else { return [.fail(caller, .closed)] }
        guard !keys.isEmpty else { return [.answer(caller, [:])] }
        begin(keys, isBackground: false, priority)
        var wants: [UInt64: [Key]] = [:]
        for key in keys {
            guard let flight = current[key] else { continue }
            wants[flight, default: []].append(key)
        }
        for flight in wants.keys { flights[flight]?.waiting.insert(id) }
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
    package mutating func left(_ id: UInt64, _ ending: FlightEnding) -> [Action] {
        guard let waiting = callers.removeValue(forKey: id) else { return [] }
        return [.fail(waiting.caller, ending)] + release(waiting, of: id, ending) + departures()
    }

    /// A shared request has ended, with the values of its keys or an error.
    package mutating func landed(_ id: UInt64, _ result: Result<[Key: Value], any Error>) -> [Action] {
        guard let flight = drop(id) else { return [] }
        var actions: [Action] = []
        // Sorted, because a set has another order in each process.
        for caller in flight.waiting.sorted() {
            switch result {
            case .success(let values): actions += deliver(values, of: id, to: caller)
            case .failure(let error): actions += left(caller, .failed(error))
            }
        }
        return actions + departures()
    }

    /// A shared request takes long: others may begin before it ends.
    package mutating func gaveUpPlace(_ id: UInt64) -> [Action] {
        guard flights[id]?.hasPlace == true else { return [] }
        flights[id]?.hasPlace = false
        flying -= 1
        return departures()
    }

    /// The running requests count for their present callers, and for no later ones.
    package mutating func detached() -> [Action] {
        firstCurrentFlight = lastFlight + 1
        current = [:]
        var actions: [Action] = []
        for (id, flight) in flights.sorted(by: { $0.key < $1.key }) where flight.waiting.isEmpty {
            actions += abandon(id)
        }
        return actions + departures()
    }

    /// Everything ends: each caller gets an error, each shared request is cancelled.
    package mutating func closed() -> [Action] {
        isClosed = true
        let waiting = callers.sorted { $0.key < $1.key }.map { Action.fail($0.value.caller, .closed) }
        callers = [:]
        return waiting + flights.keys.sorted().flatMap { abandon($0) }
    }
}

// MARK: - Putting off

extension SharedFlightsState {
    /// A shared request stops and is to continue later: its keys move to a new one, which waits until it is released.
    package mutating func held(_ id: UInt64) -> [Action] {
        guard let flight = flights[id], flight.hasDeparted else { return [] }
        let carried = flight.keys.filter { current[$0] == id }
        _ = drop(id)
        lastFlight += 1
        for key in carried { current[key] = lastFlight }
        for caller in flight.waiting {
            let keys = callers[caller]?.wants.removeValue(forKey: id)
            callers[caller]?.wants[lastFlight] = keys
        }
        var next = Progress(keys: flight.keys, isBackground: flight.isBackground, priority: flight.priority)
        (next.isHeld, next.waiting) = (true, flight.waiting)
        flights[lastFlight] = next
        return departures()
    }

    /// The held shared requests of these keys wait for their turn again.
    package mutating func released(_ keys: [Key]) -> [Action] {
        for key in keys {
            guard let id = current[key], let flight = flights[id], flight.isHeld else { continue }
            flights[id]?.isHeld = false
            queue.append(id, flight.priority)
        }
        return departures()
    }

    /// The shared requests of these keys end without their values.
    package mutating func cancelled(_ keys: [Key], because error: any Error) -> [Action] {
        var actions: [Action] = []
        for key in keys {
            guard let id = current[key], let flight = flights[id] else { continue }
            if flight.hasDeparted { actions.append(.recall(id)) }
            actions += landed(id, .failure(error))
        }
        return actions
    }
}

// MARK: - Flights

extension SharedFlightsState {
    /// Makes shared requests for the keys that have none yet.
    private mutating func begin(_ keys: [Key], isBackground: Bool, _ priority: Int) {
        var load: [Key] = []
        for key in keys {
            if let id = current[key] {
                raise(id, to: priority)
                continue
            }
            if load.isEmpty { lastFlight += 1 }
            current[key] = lastFlight
            load.append(key)
            if load.count == keysPerFlight { enqueue(&load, isBackground, priority) }
        }
        if !load.isEmpty { enqueue(&load, isBackground, priority) }
    }

    private mutating func enqueue(_ load: inout [Key], _ isBackground: Bool, _ priority: Int) {
        flights[lastFlight] = Progress(keys: load, isBackground: isBackground, priority: priority)
        queue.append(lastFlight, priority)
        load = []
    }

    /// A caller with a higher priority has joined a shared request.
    private mutating func raise(_ id: UInt64, to priority: Int) {
        guard let flight = flights[id], flight.priority < priority else { return }
        flights[id]?.priority = priority
        // Its old place in the queue is skipped when it has begun from the new one.
        if !flight.hasDeparted, !flight.isHeld { queue.append(id, priority) }
    }

    /// Begins waiting shared requests, up to the limit.
    private mutating func departures() -> [Action] {
        var actions: [Action] = []
        while flying < flightsAtOnce, let id = queue.popFirst() {
            guard let flight = flights[id], !flight.hasDeparted, !flight.isHeld else { continue }
            flights[id]?.hasDeparted = true
            flights[id]?.hasPlace = true
            flying += 1
            actions.append(.depart(Flight(id: id, keys: flight.keys)))
        }
        return actions
    }

    private mutating func deliver(_ values: [Key: Value], of flight: UInt64, to id: UInt64) -> [Action] {
        for key in callers[id]?.wants.removeValue(forKey: flight) ?? [] { callers[id]?.values[key] = values[key] }
        guard let waiting = callers[id], waiting.wants.isEmpty else { return [] }
        callers[id] = nil
        return [.answer(waiting.caller, waiting.values)]
    }

    /// Removes a caller from its shared requests and abandons those for which it was the last.
    ///
    /// Otherwise a shared request that never ends would keep its keys for ever. One that the store began continues when
    /// its callers were cancelled, but not when a deadline passed: then it may be one that never ends.
    private mutating func release(_ waiting: Waiting, of id: UInt64, _ ending: FlightEnding) -> [Action] {
        var isOutOfTime = false
        if case .expired = ending { isOutOfTime = true }
        var actions: [Action] = []
        for flight in waiting.wants.keys.sorted() {
            flights[flight]?.waiting.remove(id)
            guard let progress = flights[flight], progress.waiting.isEmpty else { continue }
            if !progress.isBackground || isOutOfTime { actions += abandon(flight) }
        }
        return actions
    }

    private mutating func abandon(_ id: UInt64) -> [Action] {
        guard let flight = drop(id), flight.hasDeparted else { return [] }
        return [.recall(id)]
    }

    private mutating func drop(_ id: UInt64) -> Progress? {
        guard let flight = flights.removeValue(forKey: id) else { return nil }
        for key in flight.keys where current[key] == id { current[key] = nil }
        if flight.hasPlace { flying -= 1 }
        return flight
    }
}
