import Purser
import PurserTesting

/// A ledger's storage that outlives the store, fails now and then, and at a crash loses what was not urgent.
final class DurableStorage: LedgerStorage {
    /// What a test may break on purpose.
    struct Mutation: Sendable {
        /// Records that are acknowledged but not stored.
        var forgets: @Sendable (LedgerRecord) -> Bool = { _ in false }
    }

    private struct State: Sendable {
        var records: [LedgerRecord] = []
        var safeCount = 0
        var failureChance = 0.0
        var failures = 0
        var generator: SeededGenerator
        /// What the first of the records come to, and how many those are: nothing is applied again for each question.
        var ledger = LedgerState()
        var appliedCount = 0
    }

    private let state: Lock<State>
    private let mutation: Mutation

    init(generator: SeededGenerator, failureChance: Double, mutation: Mutation = Mutation()) {
        state = Lock(State(failureChance: failureChance, generator: generator))
        self.mutation = mutation
    }

    /// What is stored.
    var records: [LedgerRecord] { state.withLock { $0.records } }
    /// How many writes failed.
    var failures: Int { state.withLock { $0.failures } }

    /// No write fails any more.
    func calm() { state.withLock { $0.failureChance = 0 } }

    /// The program dies: what was merely handed on is lost.
    func crash() {
        state.withLock { state in
            state.records.removeLast(state.records.count - state.safeCount)
            if state.appliedCount > state.safeCount { (state.ledger, state.appliedCount) = (LedgerState(), 0) }
        }
    }

    /// What the records come to.
    func stored() -> LedgerState {
        state.withLock { state in
            for record in state.records[state.appliedCount...] { state.ledger.apply(record) }
            state.appliedCount = state.records.count
            return state.ledger
        }
    }

    func secret() -> KeyedHash { .zero }

    func load(_ body: (LedgerRecord) throws -> Void) throws {
        for record in records { try body(record) }
    }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        try state.withLock { state in
            if state.failureChance > 0, state.generator.happens(state.failureChance) {
                state.failures += 1
                throw PurchaseFailure(.ledgerUnavailable, "the disk is full, by plan")
            }
            state.records += records.filter { !mutation.forgets($0) }
            if isUrgent { state.safeCount = state.records.count }
        }
    }
}

extension SeededGenerator {
    /// Whether a chance from 0 to 1 comes true.
    mutating func happens(_ chance: Double) -> Bool { Double(index(below: 1_000_000)) < chance * 1_000_000 }

    /// One of several.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// A duration of up to so many milliseconds.
    mutating func duration(upTo milliseconds: Int) -> Duration { .milliseconds(index(below: milliseconds + 1)) }
}
