/// The batches that wait to be stored, in the order in which they were prepared (group commit).
///
/// Batches that arrive while the disk writes are stored with the next write. After a failed write nothing is stored
/// until the state has been read from storage again. An inline worker stores before `store` returns.
final class CommitQueue: Sendable {
    private struct Waiting: Sendable {
        var records: [LedgerRecord]
        var isUrgent: Bool
        var waiter: Waiter
    }

    private typealias Waiter = UnsafeContinuation<PurchaseFailure?, Never>

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// Whether the worker is storing; before it stops, it checks for batches that arrived meanwhile.
        var isBusy = false
        /// The number of batches stored so far, without those that were stored at once.
        var storedCount = 0
        /// The reason why no batch is accepted; `nil` while batches are accepted.
        var failure: PurchaseFailure?
    }

    private let state = Lock(State())
    private let storage: any LedgerStorage

    init(storage: any LedgerStorage) { self.storage = storage }

    /// How many batches of ``store(_:isUrgent:isolation:)`` were stored so far: the first ones that were added.
    var storedCount: Int { state.withLock { $0.storedCount } }
    /// Whether each batch is stored on the calling thread.
    var isInline: Bool { storage.worker.isInline }

    /// Accepts batches again: after a failed write, the ledger's state has been read from storage.
    func mended() { state.withLock { $0.failure = nil } }

    /// Stores a batch on the calling thread if the worker is inline and nothing waits; returns whether it did.
    func storeAtOnce(_ records: [LedgerRecord], isUrgent: Bool) -> Bool {
        guard isInline, state.withLock({ !$0.isBusy && $0.failure == nil }) else { return false }
        do {
            try storage.append(records, isUrgent: isUrgent)
        } catch {
            state.withLock { $0.failure = PurchaseFailure(ledger: error) }
            return false
        }
        return true
    }

    /// Stores a batch after those that were prepared before it; returns the reason if it is not stored.
    func store(
        _ records: [LedgerRecord], isUrgent: Bool, isolation: isolated (any Actor)? = #isolation
    ) async -> PurchaseFailure? {
        await withUnsafeContinuation { waiter in
            switch join(Waiting(records: records, isUrgent: isUrgent, waiter: waiter)) {
            case .joined: break
            case .first: storage.worker.start { self.storeAll() }
            case .rejected(let failure): waiter.resume(returning: failure)
            }
        }
    }

    private enum Joined {
        /// The worker is storing, and includes it in the next write.
        case joined
        /// The worker has to be started.
        case first
        case rejected(PurchaseFailure)
    }

    private func join(_ batch: Waiting) -> Joined {
        state.withLock { state in
            if let failure = state.failure { return .rejected(failure) }
            state.waiting.append(batch)
            defer { state.isBusy = true }
            return state.isBusy ? .joined : .first
        }
    }

    // MARK: On the storage's worker

    private func storeAll() {
        while let group = takeAll() {
            do {
                try store(group)
            } catch {
                let failure = PurchaseFailure(ledger: error)
                // Batches that were prepared meanwhile assume the one that could not be stored, so they fail too.
                for batch in group + fail(failure) { batch.waiter.resume(returning: failure) }
                return
            }
            state.withLock { $0.storedCount += group.count }
            for batch in group { batch.waiter.resume(returning: nil) }
        }
    }

    /// All waiting batches; `nil` when there are none, and the next batch has to start the worker again.
    private func takeAll() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func store(_ group: [Waiting]) throws {
        let records = group.count == 1 ? group[0].records : group.flatMap(\.records)
        guard !records.isEmpty else { return }
        try storage.append(records, isUrgent: group.contains { $0.isUrgent })
    }

    private func fail(_ failure: PurchaseFailure) -> [Waiting] {
        state.withLock { state in
            state.failure = failure
            state.isBusy = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
