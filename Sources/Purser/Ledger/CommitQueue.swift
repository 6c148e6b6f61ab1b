/// The batches that wait to be stored, in the order in which they were prepared (group commit).
///
/// Owns the queue. Promises: batches are stored in their order; what gathers while the disk works is stored together
/// with the next write, and the storage's worker takes it by itself, so that the disk never waits for an actor's turn;
/// after a failed write nothing is stored until the state that stood on it has been read again. Where the worker is
/// inline, each batch is stored before `store` returns.
final class CommitQueue: Sendable {
    /// A batch's records, and who waits for them.
    private struct Waiting: Sendable {
        var records: [LedgerRecord]
        var isUrgent: Bool
        var waiter: Waiter
    }

    private typealias Waiter = UnsafeContinuation<PurchaseFailure?, Never>

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// Whether somebody is storing; they look here again before they stop.
        var isBusy = false
        /// How many batches were stored so far.
        var storedCount = 0
        /// Why nothing is taken.
        var failure: PurchaseFailure?
    }

    private let state = Lock(State())
    private let storage: any LedgerStorage

    init(storage: any LedgerStorage) { self.storage = storage }

    /// How many batches were stored so far; they are the first that joined.
    var storedCount: Int { state.withLock { $0.storedCount } }
    /// Whether storage takes each batch at once, without a thread of its own.
    var isInline: Bool { storage.worker.isInline }

    /// After a failed write the state has been read again, so that others can stand on it.
    func mended() { state.withLock { $0.failure = nil } }

    /// Stores a batch behind those that came before it.
    ///
    /// It joins before anything else can run on the caller's actor: batches have to be stored in the order in which they
    /// were prepared there.
    ///
    /// - Returns: why it is not stored, if it is not.
    func store(
        _ records: [LedgerRecord], isUrgent: Bool, isolation: isolated (any Actor)? = #isolation
    ) async -> PurchaseFailure? {
        await withUnsafeContinuation { waiter in
            switch join(Waiting(records: records, isUrgent: isUrgent, waiter: waiter)) {
            case .joined: break
            case .first: storage.worker.start { self.storeAll() }
            case .refused(let failure): waiter.resume(returning: failure)
            }
        }
    }

    private enum Joined {
        /// Who is storing takes it.
        case joined
        /// Somebody has to begin storing.
        case first
        case refused(PurchaseFailure)
    }

    private func join(_ batch: Waiting) -> Joined {
        state.withLock { state in
            if let failure = state.failure { return .refused(failure) }
            state.waiting.append(batch)
            defer { state.isBusy = true }
            return state.isBusy ? .joined : .first
        }
    }

    // MARK: On the storage's worker

    /// Stores for as long as something is waiting.
    private func storeAll() {
        while let group = takeAll() {
            do {
                try store(group)
            } catch {
                let failure = PurchaseFailure(ledger: error)
                // What was prepared meanwhile stands on what could not be stored.
                for batch in group + fail(failure) { batch.waiter.resume(returning: failure) }
                return
            }
            state.withLock { $0.storedCount += group.count }
            for batch in group { batch.waiter.resume(returning: nil) }
        }
    }

    /// Everything that has gathered; `nil` when there is nothing, and whoever joins next begins anew.
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
