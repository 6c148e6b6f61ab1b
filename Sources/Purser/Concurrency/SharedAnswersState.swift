/// Decides who asks for an answer, who waits for that, and how long an answer counts.
///
/// One caller asks for all; who has waited longest takes over when that one stops.
package struct SharedAnswersState<Key: Hashable & Sendable, Value: Sendable, Caller: Sendable>: Sendable {
    /// What a caller has to do.
    package enum Action: Sendable {
        /// Take this: it was asked for not long ago.
        case take(Value)
        /// Ask, for everybody.
        case ask(Flight)
        /// Wait for the one who asks.
        case wait(Flight)
    }

    /// A question under way; what was asked before all was forgotten is another one.
    package struct Flight: Sendable, Hashable {
        /// What is asked about.
        package let key: Key
        /// How often all was forgotten before.
        package let generation: UInt64

        /// A flight by its parts.
        package init(key: Key, generation: UInt64) {
            self.key = key
            self.generation = generation
        }
    }

    private struct Kept: Sendable {
        let value: Value
        let until: Duration
    }

    private var kept: [Key: Kept] = [:]
    /// Those who wait, in the order in which they came; a flight is here while somebody asks.
    private var flights: [Flight: [(id: UInt64, caller: Caller)]] = [:]
    /// How often all was forgotten.
    private var generation: UInt64 = 0
    private let lifetime: Duration
    private let limit: Int

    /// - Parameters:
    ///   - lifetime: how long an answer counts.
    ///   - limit: how many answers are kept at most.
    package init(lifetime: Duration, limit: Int) {
        self.lifetime = lifetime.clampedForRetry
        self.limit = max(0, limit)
    }

    /// How many answers are kept, and how many callers wait.
    package var load: (kept: Int, waiting: Int) { (kept.count, flights.values.reduce(0) { $0 + $1.count }) }

    /// Somebody wants an answer.
    package mutating func wanted(_ key: Key, at now: Duration) -> Action {
        if let kept = kept[key], kept.until > now { return .take(kept.value) }
        let flight = Flight(key: key, generation: generation)
        guard flights[flight] == nil else { return .wait(flight) }
        flights[flight] = []
        return .ask(flight)
    }

    /// A caller who was told to wait begins to; `false` when nobody asks any more, so that it has to begin anew.
    package mutating func waits(_ id: UInt64, _ caller: Caller, for flight: Flight) -> Bool {
        guard flights[flight] != nil else { return false }
        flights[flight]?.append((id, caller))
        return true
    }

    /// A caller waits no longer; `nil` when it does not wait.
    package mutating func left(_ id: UInt64, _ flight: Flight) -> Caller? {
        guard let index = flights[flight]?.firstIndex(where: { $0.id == id }) else { return nil }
        return flights[flight]?.remove(at: index).caller
    }

    /// The answer came: all who wait are to have it, and it is kept if it may be, and nothing was forgotten meanwhile.
    package mutating func answered(_ flight: Flight, _ value: Value, keeps: Bool, at now: Duration) -> [Caller] {
        if keeps, flight.generation == generation, limit > 0 {
            let key = flight.key
            if kept.count >= limit { kept = kept.filter { $0.value.until > now } }
            if kept.count >= limit, kept[key] == nil { kept = [:] }
            kept[key] = Kept(value: value, until: now + lifetime)
        }
        return failed(flight)
    }

    /// It went wrong: all who wait are to be told.
    package mutating func failed(_ flight: Flight) -> [Caller] {
        (flights.removeValue(forKey: flight) ?? []).map(\.caller)
    }

    /// The one who asks has stopped: who has waited longest asks from now on; `nil` when nobody waits.
    package mutating func stopped(_ flight: Flight) -> Caller? {
        guard flights[flight]?.isEmpty == false else {
            flights[flight] = nil
            return nil
        }
        return flights[flight]?.removeFirst().caller
    }

    /// Nothing that was kept counts any more, nor what was asked before: whoever comes from now on asks.
    package mutating func forgot() {
        kept = [:]
        generation += 1
    }
}
