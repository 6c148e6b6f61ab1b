package import Purser

/// A ledger's storage in memory that outlives its stores, as a disk does, and fails as a test says.
package final class KeptStorage: LedgerStorage {
    /// What becomes of a write.
    package enum Fate: Sendable {
        /// It succeeds.
        case stored
        /// It fails, and its records are there all the same, or are not.
        case failed(isStored: Bool = false)
    }

    private struct State: Sendable {
        var batches: [[LedgerRecord]] = []
        /// How many of the batches a loss of power leaves.
        var safeCount = 0
        var (writes, syncs, failures) = (0, 0, 0)
        var isReadable = true
        var fate: @Sendable ([LedgerRecord]) -> Fate = { _ in .stored }
        /// What the first of the batches come to, and how many those are: nothing is applied again for each question.
        var ledger = LedgerState()
        var appliedCount = 0
    }

    private let state = Lock(State())
    private let forgets: @Sendable (LedgerRecord) -> Bool

    /// An empty storage.
    ///
    /// - Parameter forgets: records that are acknowledged and not stored: a mistake, made on purpose.
    package init(forgetting forgets: @escaping @Sendable (LedgerRecord) -> Bool = { _ in false }) {
        self.forgets = forgets
    }

    /// What is stored.
    package var records: [LedgerRecord] { state.withLock { Array($0.batches.joined()) } }

    /// How often it was written and synced, and how many writes failed.
    package var counts: (writes: Int, syncs: Int, failures: Int) {
        state.withLock { ($0.writes, $0.syncs, $0.failures) }
    }

    /// From now on decides what becomes of each write.
    package func decide(_ fate: @escaping @Sendable ([LedgerRecord]) -> Fate) { state.withLock { $0.fate = fate } }

    /// From now on rejects such a record, and what is written together with one, like a disk that is full.
    package func reject(_ isRejected: @escaping @Sendable (LedgerRecord) -> Bool) {
        decide { $0.contains(where: isRejected) ? .failed() : .stored }
    }

    /// From now on it can be read, or cannot.
    package func setReadable(_ isReadable: Bool) { state.withLock { $0.isReadable = isReadable } }

    /// The power fails: of so many batches that were not synced, the last ones are lost, all unless `losing` says how many.
    package func crash(losing count: (Int) -> Int = { $0 }) {
        state.withLock { state in
            state.batches.removeLast(count(state.batches.count - state.safeCount))
            if state.appliedCount > state.batches.count { (state.ledger, state.appliedCount) = (LedgerState(), 0) }
        }
    }

    /// The storage as a program finds it when this one is killed now.
    package func copy() -> KeptStorage {
        let (copy, batches) = (KeptStorage(), state.withLock(\.batches))
        copy.state.withLock { $0.batches = batches }
        return copy
    }

    /// What the records come to.
    package func stored() -> LedgerState {
        state.withLock { state in
            for record in state.batches[state.appliedCount...].joined() { state.ledger.apply(record) }
            state.appliedCount = state.batches.count
            return state.ledger
        }
    }

    package func secret() -> KeyedHash { .zero }

    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        guard state.withLock(\.isReadable) else { throw PurchaseFailure(.ledgerUnavailable, "broken on purpose") }
        for record in records { try body(record) }
    }

    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        try append(records, isUrgent: isUrgent, fate: state.withLock(\.fate)(records))
    }

    /// A write of which the caller decides what becomes.
    package func append(_ records: [LedgerRecord], isUrgent: Bool, fate: Fate) throws {
        try state.withLock { state in
            state.writes += 1
            if isUrgent { state.syncs += 1 }
            if case .failed(isStored: false) = fate {
            } else {
                state.batches.append(records.filter { !forgets($0) })
                if isUrgent { state.safeCount = state.batches.count }
            }
            guard case .failed = fate else { return }
            state.failures += 1
            throw PurchaseFailure(.ledgerUnavailable, "the disk is full or dead, by plan")
        }
    }

    /// What was handed on is safe, too.
    package func sync() { state.withLock { $0.safeCount = $0.batches.count } }
}
