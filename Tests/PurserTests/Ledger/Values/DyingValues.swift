import Foundation
import Purser

/// Values in memory, of which a call may fail, or the machine die before or after it.
final class DyingValues: LedgerValueStorage {
    struct Died: Error {}

    private struct State: Sendable {
        var values: [String: Data] = [:]
        var changes = 0
        /// The change at which the machine dies, and whether the change is made.
        var dying: (at: Int, isMade: Bool)?
        var isDead = false
        var failure: Died?
    }

    let id: String
    private let state: Lock<State>

    init(id: String = "values-\(UUID().uuidString)", _ values: [String: Data] = [:]) {
        self.id = id
        state = Lock(State(values: values))
    }

    /// How often something was set or removed.
    var changes: Int { state.withLock(\.changes) }
    var isDead: Bool { state.withLock(\.isDead) }

    func die(at change: Int, isMade: Bool) { state.withLock { $0.dying = (change, isMade) } }
    func fail(_ isFailing: Bool) { state.withLock { $0.failure = isFailing ? Died() : nil } }

    /// What the next launch finds.
    func afterDeath() -> DyingValues { DyingValues(state.withLock(\.values)) }

    func names() throws -> [String] { try run { Array($0.values.keys) } }
    func value(named name: String) throws -> Data? { try run { $0.values[name] } }
    func set(_ value: Data, named name: String) throws { try change { $0[name] = value } }
    func removeValue(named name: String) throws { try change { $0[name] = nil } }

    private func run<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if state.isDead { throw Died() }
            return try body(&state)
        }
    }

    private func change(_ body: (inout [String: Data]) -> Void) throws {
        try run { state in
            if let failure = state.failure { throw failure }
            state.changes += 1
            state.isDead = state.dying?.at == state.changes
            if !state.isDead || state.dying?.isMade == true { body(&state.values) }
            if state.isDead { throw Died() }
        }
    }
}
