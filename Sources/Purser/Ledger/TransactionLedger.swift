/// The book of the store: what was asked, paid, handed over and finished.
///
/// Owns the ledger's state and its storage. Promises: an entry is acknowledged only when its record is stored (L1), the
/// same state of a transaction is recorded once (D1), updates are numbered without a gap (O4), and when `append`
/// returns, every reader sees what it wrote (O5). A failed write leaves the state as storage has it (L2). What is asked
/// while the disk works is written together afterwards.
/// Never touches the backend, the callers, or the app's handlers.
package actor TransactionLedger {
    /// The updates, for any number of readers.
    package nonisolated let log: UpdateLog
    /// What the customer owns, readable without waiting.
    package nonisolated let entitlements: CurrentEntitlements

    private var state: LedgerState
    /// Where there is a thread for the disk: what waits for it.
    private let line: CommitQueue?
    /// What has joined the line and is not told to readers yet, in order.
    private var untold: [PreparedBatch] = []
    private var toldCount = 0
    /// Why the state may be ahead of the storage; nothing is taken until it has been read again.
    private var trouble: PurchaseFailure?
    private var mendings = 0
    /// The number of the first update of this launch.
    private let firstSequence: UInt64
    private let storage: any LedgerStorage
    private let worker: BlockingWorker?
    private let clock: any StoreClock
    private let keptUpdates: Int
    /// What a ledger knows before its first record.
    private let empty: LedgerState

    /// Opens the book; payments that were under way when the program ended are marked as interrupted.
    ///
    /// - Throws: what the storage throws.
    package static func open(
        storage: any LedgerStorage, clock: any StoreClock, duties: DeliveryDuties = DeliveryDuties(),
        matchesByProduct: Bool = false, keptUpdates: Int, readers: StripedCache<EntitlementSnapshot> = StripedCache()
    ) async throws -> TransactionLedger {
        let open = { @Sendable in
            try TransactionLedger(
                storage: storage, clock: clock, duties: duties, matchesByProduct: matchesByProduct,
                keptUpdates: keptUpdates, readers: readers)
        }
        return if let worker = storage.worker { try await worker.run(open) } else { try open() }
    }

    /// Opens the book on the calling thread; otherwise as ``open(storage:clock:duties:matchesByProduct:keptUpdates:readers:)``.
    ///
    /// - Throws: what the storage throws.
    package init(
        storage: any LedgerStorage, clock: any StoreClock, duties: DeliveryDuties = DeliveryDuties(),
        matchesByProduct: Bool = false, keptUpdates: Int, readers: StripedCache<EntitlementSnapshot> = StripedCache()
    ) throws {
        self.storage = storage
        worker = storage.worker
        line = worker.map { CommitQueue(storage: storage, worker: $0) }
        self.clock = clock
        empty = LedgerState(duties: duties, matchesByProduct: matchesByProduct)
        var state = empty
        var updates: [StoreUpdate] = []
        let keepsUpdates = storage.history == nil
        try storage.load { record in
            if keepsUpdates, case .update(let update, _) = record { updates.append(update) }
            state.apply(record)
        }
        // In a fixed order, so that the same ledger opens in the same way each time.
        let interrupted = state.intents.values.filter { $0.ending == nil }.map(\.intent.token)
            .sorted { ($0.launch, $0.number) < ($1.launch, $1.number) }
            .map { LedgerRecord.intentEnded($0, .interrupted) }
        if !interrupted.isEmpty {
            try storage.append(interrupted, isUrgent: false)
            for record in interrupted { state.apply(record) }
        }
        log = UpdateLog(
            updates: updates, nextSequence: state.nextSequence, keptUpdates: keptUpdates, history: storage.history)
        entitlements = CurrentEntitlements(
            state.transactions.values.map(\.transaction), balances: state.balances, trustedDate: state.trustedDate,
            readers: readers)
        firstSequence = state.nextSequence
        self.state = state
        self.keptUpdates = keptUpdates
    }

    // MARK: Writing

    /// How many entries together cost the least: on disk each write is waited for, in memory small batches stay in the
    /// processor's caches.
    package nonisolated var usefulBatch: Int { worker == nil ? 1_024 : .max }

    /// So many transactions are looked up ahead of being staged; what is read for more might be gone again.
    private static let readAhead = 1_024

    /// Writes entries down, all with one write, and tells every reader.
    ///
    /// - Parameter isUrgent: whether to wait until they are safe even if losing them would do no harm.
    /// - Returns: an answer to each entry, in order.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when storage could not take them; none counts then.
    package func append(_ entries: [LedgerEntry], isUrgent: Bool = false) async throws -> [LedgerOutcome] {
        try await write(PreparedBatch(capacity: entries.count), isUrgent: isUrgent) { state, batch, now in
            for entry in entries { state.stage(entry, now: now, into: &batch) }
        }.outcomes
    }

    /// Writes down payments that are about to be handed to the backend; otherwise as ``append(_:isUrgent:)``.
    package func append(intents: [PaymentIntent]) async throws {
        _ = try await write(PreparedBatch(capacity: intents.count)) { state, batch, _ in
            state.stage(intents, into: &batch)
        }
    }

    /// Writes down what a backend told; otherwise as ``append(_:isUrgent:)``.
    ///
    /// - Returns: an answer to each transaction, in order.
    package func append(
        transactions: [IncomingTransaction], endings: [(token: PaymentToken, ending: IntentEnding)] = []
    ) async throws -> ToldTransactions {
        let count = transactions.count
        let batch = PreparedBatch(capacity: count + endings.count, updates: count)
        var answer = ToldTransactions()
        answer.told = try await write(batch) { state, batch, now in
            let before = state.revision
            transactions.forEachInPlace { index, incoming in
                if index.isMultiple(of: Self.readAhead) {
                    state.readAhead(transactions[index...].prefix(Self.readAhead))
                }
                state.stage(incoming, now: now, into: &batch)
            }
            for (token, ending) in endings { state.stage(.intentEnded(token, ending), now: now, into: &batch) }
            // A batch may tell a transaction twice: then the first answer is not what it stands at.
            if state.revision == before { answer.revision = before }
        }.told
        return answer
    }

    /// Writes down which finishes the backend took; otherwise as ``append(_:isUrgent:)``.
    package func append(finished: PendingFinishes) async throws {
        _ = try await write(PreparedBatch(capacity: finished.requests.count)) { state, batch, _ in
            state.stage(finished, into: &batch)
        }
    }

    /// Stages a batch and stores it.
    private func write(
        _ empty: consuming PreparedBatch, isUrgent: Bool = false,
        _ stage: (inout LedgerState, inout PreparedBatch, _ now: Timestamp) -> Void
    ) async throws -> PreparedBatch {
        if trouble != nil { try await mend() }
        var batch = empty
        stage(&state, &batch, clock.timestamp())
        batch.trustedDate = state.trustedDate
        batch.isUrgent = batch.isUrgent || isUrgent
        if let line {
            // What is known already may be known only from records that are still being written.
            if !batch.records.isEmpty || !untold.isEmpty { try await commit(batch, line) }
        } else {
            try await store(batch)
        }
        return batch
    }

    // MARK: Storing

    private func store(_ batch: PreparedBatch) async throws {
        guard !batch.records.isEmpty else { return }
        do {
            try storage.append(batch.records, isUrgent: batch.isUrgent)
        } catch {
            let failure = PurchaseFailure(ledger: error)
            trouble = failure
            // At once, so that nobody reads what is not stored; where that fails, the next call tries again.
            try? await mend()
            throw failure
        }
        publish(batch)
    }

    private func publish(_ batch: PreparedBatch) {
        guard !batch.updates.isEmpty else { return }
        entitlements.apply(batch.changes, trustedDate: batch.trustedDate)
        log.append(batch.updates)
    }

    /// Joins the line, and returns when the batch is stored and told.
    private func commit(_ batch: PreparedBatch, _ line: CommitQueue) async throws {
        let mendings = mendings
        untold.append(batch)
        let failure = await line.store(batch.records, isUrgent: batch.isUrgent)
        tellStored(line)
        guard let failure else { return }
        // Somebody else may have heard of the failure first, and the state may stand on what is stored again.
        if mendings == self.mendings {
            trouble = failure
            untold = []
        }
        throw failure
    }

    /// Tells what is stored, in its order, whoever of those who wait for it comes to their turn first.
    private func tellStored(_ line: CommitQueue) {
        let count = line.storedCount - toldCount
        guard count > 0 else { return }
        for batch in untold.prefix(count) { publish(batch) }
        untold.removeFirst(count)
        toldCount += count
    }

    /// Reads the state again after a failed write, so that it is what storage has.
    ///
    /// That may be more than was acknowledged, where a write arrived and nobody could say so; readers are told of it.
    private func mend() async throws {
        let read = { @Sendable [storage, empty, last = log.lastSequence] in
            var state = empty
            var untold = PreparedBatch(capacity: 0)
            try storage.load { record in
                if case .update(let update, _) = record, update.sequence > last { untold.found(update, in: state) }
                state.apply(record)
            }
            untold.trustedDate = state.trustedDate
            return (state, untold)
        }
        let before = mendings
        let (state, untold) = if let worker { try await worker.run(read) } else { try read() }
        // Somebody else may have mended it meanwhile, and gone on.
        guard mendings == before else { return }
        // What was found to be due before is looked at again: who knows what was read.
        let revision = self.state.revision + 1
        self.state = state
        self.state.revision = revision
        trouble = nil
        line?.mended()
        mendings += 1
        publish(untold)
    }

    // MARK: Tidying up

    /// Whether there are files that grow.
    package nonisolated var needsTidying: Bool { storage.history != nil }

    /// Replaces old records by what they come to, whenever there are enough of them; part of the store's task tree.
    ///
    /// Purchases do not wait for it: it reads files that nobody writes any more, on a thread of its own.
    package nonisolated func tidyUp() async {
        guard let history = storage.history else { return }
        let worker = BlockingWorker(label: "purser.ledger.tidying")
        var seen: UInt64 = 0
        var pause = Self.firstTidyingPause
        while true {
            let floor = await floor()
            seen = history.sealings.count
            do {
                try await worker.run { [storage, log] in try storage.compact { min(floor, log.oldestNeeded) } }
                pause = Self.firstTidyingPause
            } catch  where !error.isDamage {
                // Nothing is lost, but the old records take room, perhaps what a full disk lacks.
                do { try await clock.sleep(until: clock.now() + pause) } catch { return }
                pause = min(pause * 2, .seconds(600))
                continue
            } catch {
                // Time does not mend it; the next opening reports it.
            }
            do { try await history.sealings.wait(after: seen) } catch { return }
        }
    }

    private static let firstTidyingPause = Duration.seconds(5)

    /// Everything from this number on has to stay readable.
    private func floor() -> UInt64 {
        let newest = state.nextSequence
        let kept = newest > UInt64(keptUpdates) ? newest - UInt64(keptUpdates) : 1
        // A reader may have acknowledged a number of the future.
        return min(kept, min(state.consumers.values.min() ?? newest, newest) + 1)
    }

    /// Ends ``tidyUp()``.
    package nonisolated func stopTidyingUp() { storage.history?.stop() }

    /// Lets go of the storage; nothing may be appended any more.
    package func close() async {
        guard let worker else { return storage.close() }
        try? await worker.run { [storage] in storage.close() }
    }

    // MARK: Reading

    /// What could not be stored must not be read either.
    private func mendIfNeeded() async {
        if trouble != nil { try? await mend() }
    }

    /// Reads what somebody will act on, and answers when all of it is stored: the state is ahead of a slow disk.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when what is stored cannot be known.
    private func stored<Value: Sendable>(_ read: (LedgerState) -> Value) async throws -> Value {
        while true {
            if trouble != nil { try await mend() }
            let value = read(state)
            guard let line else { return value }
            tellStored(line)
            guard !untold.isEmpty else { return value }
            // What was staged so far is stored before or together with this; otherwise all of it is read again.
            if (try? await commit(PreparedBatch(capacity: 0), line)) != nil { return value }
        }
    }

    /// Which of these transactions were recorded before this launch, and not since.
    package func old(among ids: [String]) async -> Set<String> {
        await mendIfNeeded()
        return Set(ids.filter { state.sequence(of: $0).map { $0 < firstSequence } ?? false })
    }

    /// One transaction as it stands, its latest update stored; `nil` too when what is stored cannot be known.
    package func transaction(_ id: String) async -> LedgerTransaction? {
        await mendIfNeeded()
        guard let transaction = state.transactions[id], transaction.sequence > log.lastSequence else {
            return state.transactions[id]
        }
        return try? await stored { $0.transactions[id] }
    }

    /// Those of these transactions that nothing keeps from being finished; unknown ones, which failed, are among them.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when what is stored cannot be known.
    package func finishable(_ due: PendingFinishes) async throws -> PendingFinishes {
        // Nothing has changed since these were stored, whatever is being stored now.
        if trouble == nil, due.isStillDue(at: state.revision) { return due }
        return try await stored { $0.finishable(due) }
    }

    /// Everything with which something is still to be done, in the order of its updates; nothing while what is stored
    /// cannot be known.
    package func outstanding() async -> [LedgerTransaction] {
        let found = try? await stored { $0.outstanding }
        return found ?? []
    }

    /// What was set aside and why, in the order of its updates.
    package func deadLetters() -> [(transaction: LedgerTransaction, reason: String)] {
        state.deadLetters
            .compactMap { id, reason in state.transactions[id].map { (transaction: $0, reason: reason) } }
            .sorted { $0.transaction.sequence < $1.transaction.sequence }
    }

    /// Up to which update a named reader has seen them; `nil` when there is none of this name.
    package func position(of consumer: String) -> UInt64? { state.consumers[consumer] }
}
