/// Tells the backend which transactions have been dealt with, until it has understood.
///
/// Owns the line of transactions to finish and the pauses between attempts. Promises: whoever posts a transaction has
/// seen it recorded (F1); a finish that fails is tried again with growing pauses, and at the next launch should this
/// one end first (F5); many finishes travel in one call. Never touches callers or the app's handlers.
package actor TransactionFinisher {
    private nonisolated let due = Mailbox<[String]>()
    private let backend: any StoreBackend
    private let ledger: TransactionLedger
    private let lifecycle: ProductLifecycle
    private let readiness: Readiness
    private let timer: RetryTimer
    private let policy: RetryPolicy
    private var generator: any RandomNumberGenerator & Sendable
    private var backoffs: [String: BackoffState] = [:]

    package init(
        backend: any StoreBackend, ledger: TransactionLedger, lifecycle: ProductLifecycle, timer: RetryTimer,
        policy: RetryPolicy, readiness: Readiness, generator: any RandomNumberGenerator & Sendable
    ) {
        self.backend = backend
        self.ledger = ledger
        self.lifecycle = lifecycle
        self.readiness = readiness
        self.timer = timer
        self.policy = policy
        self.generator = generator
    }

    /// Puts transactions in line.
    package nonisolated func take(_ ids: [String]) { due.post(ids) }

    /// Whether `close()` was called.
    package nonisolated var isClosed: Bool { due.isClosed }

    /// Takes no more; what is still in line is finished at the next launch.
    package nonisolated func close() { due.close() }

    /// Works until `close()`; part of the store's task tree.
    package func run() async {
        // What changed while nobody listened is told first: a finish that came before it would mean an older state.
        guard (try? await readiness.wait()) != nil else { return }
        await withDiscardingTaskGroup { group in
            while let lists = await due.next() {
                // What was taken back and given again meanwhile is not to be finished yet.
                let ids = lists.count == 1 ? lists[0] : unique(lists)
                let flushCount = timer.flushCount
                let failures = await finish(ids)
                for (wait, ids) in waits(for: failures) {
                    group.addTask { [timer, due] in
                        guard (try? await timer.wait(wait, after: flushCount)) != nil else { return }
                        due.post(ids)
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Finishes what may be finished, and notes it.
    ///
    /// - Returns: why others could not be.
    private func finish(_ ids: [String]) async -> [String: BackendError] {
        do {
            let orders = try await ledger.finishable(ids)
            guard !orders.isEmpty else { return [:] }
            let failures = await backend.finish(orders.map(\.request))
            await note(orders, failures)
            return failures
        } catch {
            // Whether they are recorded is not known: a matter for later, as when the backend fails.
            let failure = BackendError(
                .systemError, "the ledger cannot be read", retry: .retryable(), underlying: error)
            return Dictionary(ids.map { ($0, failure) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private func unique(_ lists: [[String]]) -> [String] {
        var seen: Set<String> = []
        return lists.joined().filter { seen.insert($0).inserted }
    }

    private func note(_ orders: [FinishOrder], _ failures: [String: BackendError]) async {
        let finished = failures.isEmpty ? orders : orders.filter { failures[$0.id] == nil }
        guard !finished.isEmpty else { return }
        if !backoffs.isEmpty { for order in finished { backoffs[order.id] = nil } }
        // Should this not be written, the transaction is finished once more at the next launch, which is harmless.
        _ = try? await ledger.append(finished.compactMap(\.entry))
        guard lifecycle.isWatching else { return }
        for order in finished {
            if let transaction = await ledger.transaction(order.id)?.transaction { lifecycle.finished(transaction) }
        }
    }

    /// When to try again; a failure that time does not mend is left to the next launch.
    private func waits(for failures: [String: BackendError]) -> [(RetryWait, [String])] {
        var waits: [(RetryWait, [String])] = []
        let now = timer.clock.now()
        for (id, error) in failures.sorted(by: { $0.key < $1.key }) {
            var backoff = backoffs[id] ?? BackoffState(policy: policy, startedAt: now)
            let decision = backoff.attemptFailed(error.retryClass, now: now, using: &generator)
            backoffs[id] = backoff
            guard case .wait(let wait) = decision else {
                backoffs[id] = nil
                continue
            }
            waits.append((wait, [id]))
        }
        return waits
    }
}

/// A transaction to finish, in the state that it has now.
package struct FinishOrder: Sendable {
    package var id: String
    /// Its latest update; `nil` for a failed transaction, which the ledger does not know.
    package var update: UInt64?
    /// The state that this update told.
    package var recorded: StoreTransaction?

    package init(id: String, _ transaction: LedgerTransaction? = nil) {
        self.id = id
        update = transaction?.sequence
        recorded = transaction?.transaction
    }

    fileprivate var request: FinishRequest { FinishRequest(id, recorded: recorded) }

    /// What is to be recorded once the backend has taken it.
    fileprivate var entry: LedgerEntry? { update.map { .finished(id, ofUpdate: $0) } }
}
