/// The batches that wait to be stored, in the order in which they were prepared (group commit).
///
/// Batches that arrive while the disk writes are stored with the next write. What is stored is published, in the same
/// order, before the next write begins and before anybody continues who waits for it. After a failed write nothing is
/// stored until the state has been read from storage again.
final class CommitQueue: Sendable {
    private struct Waiting: Sendable {
        var records: [LedgerRecord]
        var isUrgent: Bool
        var published: PublishedChanges
        var ledger: TransactionLedger
        var waiter: UnsafeContinuation<PurchaseFailure?, Never>
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// Whether the worker is storing; before it stops, it checks for batches that arrived meanwhile.
        var isBusy = false
        /// The reason why no batch is accepted; `nil` while batches are accepted.
        var failure: PurchaseFailure?

        /// Returns why a batch is not accepted, or else whether the worker has to be started for it.
        mutating func add(_ batch: Waiting) -> (failure: PurchaseFailure?, startsWorker: Bool) {
            if let failure { return (failure, false) }
            waiting.append(batch)
            defer { isBusy = true }
            return (nil, !isBusy)
        }
    }

    private let state = Lock(State())
    private let storage: any LedgerStorage

    init(storage: any LedgerStorage) { self.storage = storage }

    /// Whether everything is stored and published, or has failed.
    var isIdle: Bool { state.withLock { !$0.isBusy } }

    /// Accepts batches again: after a failed write, everything has been read from storage.
    func mended() { state.withLock { $0.failure = nil } }

    /// Stores a ledger's batch after those that were prepared before it, and publishes it; returns the reason if it is not
    /// stored.
    func store(
        _ batch: borrowing PreparedBatch, of ledger: TransactionLedger, isolation: isolated (any Actor)? = #isolation
    ) async -> PurchaseFailure? {
        let (records, isUrgent, published) = (batch.records, batch.isUrgent, batch.published)
        return await withUnsafeContinuation { waiter in
            let waiting = Waiting(
                records: records, isUrgent: isUrgent, published: published, ledger: ledger, waiter: waiter)
            let (failure, startsWorker) = state.withLock { $0.add(waiting) }
            if startsWorker { storage.worker.start { self.storeAll() } }
            if let failure { waiter.resume(returning: failure) }
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
            for batch in group { batch.ledger.publish(batch.published) }
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
        guard group.allSatisfy({ $0.ledger === group[0].ledger }) else {
            // A session has begun while the last call of the one before was on its way: each user's are apart.
            for batch in group { try store([batch]) }
            return
        }
        let records = group.count == 1 ? group[0].records : group.flatMap(\.records)
        guard !records.isEmpty else { return }
        try storage.append(records, of: group[0].ledger.key, isUrgent: group.contains { $0.isUrgent })
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
