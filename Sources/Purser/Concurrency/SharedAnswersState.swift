/// Decides who asks for an answer, who waits for that, and how long an answer counts.
///
/// One caller asks for all; who has waited longest takes over when that one stops.
package struct SharedAnswersState<Key: Hashable & Sendable, Value: Sendable, Caller: Sendable>: Sendable {
    /// What a caller has to do.
    package enum Action: Sendable {
        /// Take this: it was asked for not long ago.
        case take(Value)
        /// Ask, for everybody.
        case ask
        /// Wait for the one who asks.
        case wait
    }

    private struct Kept: Sendable {
        let value: Value
        let until: Duration
    }

    private var kept: [Key: Kept] = [:]
    /// Those who wait, by key, in the order in which they came; a key is here while somebody asks.
    private var flights: [Key: [(id: UInt64, caller: Caller)]] = [:]
    private let lifetime: Duration
    private let limit: Int

    /// - Parameters:
    ///   - lifetime: how long an answer counts.
    ///   - limit: how many answers are kept at most; at least one.
    package init(lifetime: Duration, limit: Int) {
        self.lifetime = lifetime.clampedForRetry
        self.limit = max(1, limit)
    }

    /// How many answers are kept, and how many callers wait.
    package var load: (kept: Int, waiting: Int) { (kept.count, flights.values.reduce(0) { $0 + $1.count }) }

    /// Somebody wants an answer.
    package mutating func wanted(_ key: Key, at now: Duration) -> Action {
        if let kept = kept[key], kept.until > now { return .take(kept.value) }
        guard flights[key] == nil else { return .wait }
        flights[key] = []
        return .ask
    }

    /// A caller who was told to wait begins to; `false` when nobody asks any more, so that it has to begin anew.
    package mutating func waits(_ id: UInt64, _ caller: Caller, for key: Key) -> Bool {
        guard flights[key] != nil else { return false }
        flights[key]?.append((id, caller))
        return true
    }

    /// A caller waits no longer; `nil` when it does not wait.
    package mutating func left(_ id: UInt64, _ key: Key) -> Caller? {
        guard let index = flights[key]?.firstIndex(where: { $0.id == id }) else { return nil }
        return flights[key]?.remove(at: index).caller
    }

    /// The answer came: all who wait are to have it, and it is kept if it may be.
    package mutating func answered(_ key: Key, _ value: Value, keeps: Bool, at now: Duration) -> [Caller] {
        if keeps {
            if kept.count >= limit { kept = kept.filter { $0.value.until > now } }
            if kept.count >= limit, kept[key] == nil { kept = [:] }
            kept[key] = Kept(value: value, until: now + lifetime)
        }
        return failed(key)
    }

    /// It went wrong: all who wait are to be told.
    package mutating func failed(_ key: Key) -> [Caller] { (flights.removeValue(forKey: key) ?? []).map(\.caller) }

    /// The one who asks has stopped: who has waited longest asks from now on; `nil` when nobody waits.
    package mutating func stopped(_ key: Key) -> Caller? {
        guard flights[key]?.isEmpty == false else {
            flights[key] = nil
            return nil
        }
        return flights[key]?.removeFirst().caller
    }

    /// Nothing that was kept counts any more.
    package mutating func forgot() { kept = [:] }
}
