/// Has the backend finish the transactions that have been dealt with, and tries again until each is finished.
///
/// Owns the queue of transactions to finish and the pauses between attempts. Promises: whoever posts a transaction has
/// seen it recorded (F1); a finish that fails is tried again with growing pauses, and at the next launch should this
/// one end first (F5); many finishes travel in one call. Never touches callers or the app's handlers.
package actor TransactionFinisher {
    private nonisolated let due = Mailbox<PendingFinishes>()
    private let backend: any StoreBackend
    private let ledger: TransactionLedger
    private let lifecycle: ProductLifecycle
    private let readiness: BackendReadiness
    private let outward: OutwardCalls
    private let limits: CallLimits
    private nonisolated let waits = Mailbox<(wait: RetryWait, flushCount: UInt64, transactions: PendingFinishes)>()
    /// What is asked of the backend by calls that were left behind.
    private var leftBehind: Set<String> = []
    private let timer: RetryTimer
    private let policy: RetryPolicy
    private var generator: any RandomNumberGenerator & Sendable
    private var backoffs: [String: BackoffState] = [:]

    /// A finisher; nothing runs yet.
    ///
    /// - Parameter generator: where the jitter of its pauses comes from.
    package init(
        backend: any StoreBackend, ledger: TransactionLedger, lifecycle: ProductLifecycle, timer: RetryTimer,
        policy: RetryPolicy, readiness: BackendReadiness, generator: any RandomNumberGenerator & Sendable,
        outward: OutwardCalls, limits: CallLimits
    ) {
        self.outward = outward
        self.limits = limits
        self.backend = backend
        self.ledger = ledger
        self.lifecycle = lifecycle
        self.readiness = readiness
        self.timer = timer
        self.policy = policy
        self.generator = generator
    }

    /// The executor of the ledger: what follows a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { ledger.unownedExecutor }

    /// Queues transactions.
    package nonisolated func take(_ transactions: PendingFinishes) {
        if !transactions.isEmpty { due.post(transactions) }
    }

    /// Queues a transaction, if the backend waits for that and nothing keeps it from being finished.
    package nonisolated func take(_ transaction: LedgerTransaction) {
        guard transaction.life.next == .finish else { return }
        var due = PendingFinishes(ledger.hash)
        due.append(transaction)
        take(due)
    }

    /// Whether `close()` was called.
    package nonisolated var isClosed: Bool { due.isClosed }

    /// Takes no more; what is still queued is finished at the next launch.
    package nonisolated func close() {
        due.close()
        waits.close()
    }

    /// Works until `close()`; part of the store's task tree.
    package func run() async {
        // Wait until the backend has reported what changed while the store was closed: a finish before that would finish a
        // state that the ledger does not know.
        guard (try? await readiness.wait(patiently: true)) != nil else { return }
        await withDiscardingTaskGroup { group in
            outward.start { await self.finishAll($0) }
            while let waits = await waits.next() {
                for (wait, flushCount, transactions) in waits {
                    group.addTask { [timer, due] in
                        guard (try? await timer.wait(wait, after: flushCount)) != nil else { return }
                        due.post(transactions)
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// - Parameter abandoned: what the worker before asks of the backend, for too long.
    private func finishAll(_ worker: OutwardWorker, insteadOf abandoned: [String] = []) async {
        leftBehind.formUnion(abandoned)
        while !worker.isLeftBehind, let lists = await due.next() {
            let transactions = PendingFinishes.unique(lists)
            let flushCount = timer.flushCount
            let failures = await finish(transactions, worker)
            guard !failures.isEmpty else { continue }
            for (wait, transactions) in waits(for: transactions, failures) {
                waits.post((wait, flushCount, transactions))
            }
        }
    }

    /// Asks the backend; another worker goes on when that takes too long.
    private func ask(_ due: PendingFinishes, _ worker: OutwardWorker) async -> [String: BackendError] {
        worker.callBegan("finish", within: limits.backend) {
            let ids = due.requests.map(\.transactionID)
            self.outward.start { await self.finishAll($0, insteadOf: ids) }
        }
        let failures = await backend.finish(due.requests)
        worker.callEnded()
        if !leftBehind.isEmpty, worker.isLeftBehind {
            for request in due.requests { leftBehind.remove(request.transactionID) }
        }
        return failures
    }

    /// Finishes what may be finished, and notes it.
    ///
    /// - Returns: why others could not be.
    private func finish(_ transactions: PendingFinishes, _ worker: OutwardWorker) async -> [String: BackendError] {
        do {
            // A purchase that was taken back and given again meanwhile must be handed over first.
            var due = try await ledger.finishable(transactions)
            if !leftBehind.isEmpty { due = due.filter { !leftBehind.contains($0.transactionID) } }
            guard !due.isEmpty else { return [:] }
            let failures = await ask(due, worker)
            await note(failures.isEmpty ? due : due.filter { failures[$0.transactionID] == nil })
            return failures
        } catch {
            // Whether they may be finished cannot be read now: try again later, as when the backend fails.
            let failure = BackendError(
                .systemError, "the ledger cannot be read", retry: .retryable(), underlying: error)
            return Dictionary(
                transactions.requests.map { ($0.transactionID, failure) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private func note(_ finished: PendingFinishes) async {
        guard !finished.isEmpty else { return }
        if !backoffs.isEmpty { for request in finished.requests { backoffs[request.transactionID] = nil } }
        // Should this not be written, the transaction is finished once more at the next launch, which is harmless.
        try? await ledger.record(finished: finished)
        lifecycle.finished(finished.requests)
        guard lifecycle.isWatching else { return }
        for request in finished.requests {
            guard let transaction = await ledger.transaction(request.transactionID)?.transaction else { continue }
            lifecycle.finished(transaction)
        }
    }

    /// When to try again; a failure that is not worth trying again is left to the next launch.
    private func waits(for due: PendingFinishes, _ failures: [String: BackendError]) -> [(RetryWait, PendingFinishes)] {
        var waits: [(RetryWait, PendingFinishes)] = []
        let now = timer.clock.now()
        // In a fixed order, so that the same seed draws the same pauses each time.
        for (id, failed) in due.apart.sorted(by: { $0.id < $1.id }) {
            guard let error = failures[id] else { continue }
            var backoff = backoffs[id] ?? BackoffState(policy: policy, startedAt: now)
            let decision = backoff.attemptFailed(error.retryClass, now: now, using: &generator)
            backoffs[id] = backoff
            timer.note(decision, .finish, attempt: backoff.failures, transactionID: id)
            guard case .wait(let wait) = decision else {
                backoffs[id] = nil
                continue
            }
            waits.append((wait, failed))
        }
        return waits
    }
}
