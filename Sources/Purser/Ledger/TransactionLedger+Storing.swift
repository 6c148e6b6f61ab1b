extension TransactionLedger {
    /// Stores and publishes a batch on the calling thread, if the worker is inline and nothing waits; returns whether
    /// it did.
    func commitAtOnce(_ batch: borrowing PreparedBatch) -> Bool {
        guard unpublished.isEmpty, commits.storeAtOnce(batch.records, isUrgent: batch.isUrgent) else { return false }
        publish(batch.published)
        return true
    }

    func commit(_ batch: borrowing PreparedBatch) async throws {
        let mendings = mendings
        unpublished.append(batch.published)
        let failure = await commits.store(batch.records, isUrgent: batch.isUrgent)
        publishStored()
        guard let failure else { return }
        diagnostics.report(
            StoreDiagnostic(
                .ledgerTrouble, .error,
                message: "The ledger could not be written (\(failure.code)). Paid transactions stay unfinished."))
        // Another batch of the same write may have resumed first, and the state may have been read again since.
        if mendings == self.mendings {
            trouble = failure
            unpublished = []
        }
        throw failure
    }

    /// Publishes the stored batches, in order; the first caller that resumes after a write does it for all of them.
    private func publishStored() {
        let count = commits.storedCount - publishedCount
        guard count > 0 else { return }
        for batch in unpublished.prefix(count) { publish(batch) }
        unpublished.removeFirst(count)
        publishedCount += count
    }

    func publish(_ batch: borrowing PublishedChanges) {
        guard !batch.updates.isEmpty || !batch.changes.isEmpty || batch.rebuilt != nil else { return }
        entitlements.apply(
            batch.changes, rebuilt: batch.rebuilt, trustedDate: batch.trustedDate, signedDate: batch.signedDate,
            recordTime: batch.updates.last?.recordTime)
        if !batch.updates.isEmpty { log.append(batch.updates) }
    }

    /// Reads the state from storage again after a failed write, of which some updates may be stored and are published
    /// now.
    func mend() async throws {
        let read = { @Sendable [storage, empty, environment, last = log.lastSequence] in
            var state = empty
            var found = PublishedChanges()
            try storage.load { record in
                if case .forgotten(let user) = record, storage.key == .user(user) {
                    (state, found) = (empty, PublishedChanges())
                }
                if let update = record.update, update.sequence > last { found.updates.append(update) }
                state.apply(record)
            }
            (found.changes.environment, found.changes.needsRebuild) = (environment.withLock { $0 }, true)
            found.complete(from: state)
            return (state, found)
        }
        let before = mendings
        let (state, found) = try await storage.worker.run(read)
        // Another caller may have read it meanwhile, and continued.
        guard mendings == before else { return }
        self.state = state
        registerAgain()
        trouble = nil
        commits.mended()
        mendings += 1
        publish(found)
    }

    /// Reads something on which the caller will act, and returns when all of it is stored.
    func stored<Value: Sendable>(_ read: (LedgerState) -> Value) async throws -> Value {
        while true {
            if trouble != nil { try await mend() }
            let value = read(state)
            publishStored()
            guard !unpublished.isEmpty else { return value }
            // An empty batch is stored after all that was prepared so far; if that fails, all of it is read again.
            if (try? await commit(PreparedBatch(capacity: 0))) != nil { return value }
        }
    }

    /// Gives the state back, without what the session has not written, and closes the storage; nothing may be appended
    /// any more.
    package func close() async {
        for case .consumer(let name, _) in unwritten { state.consumers[name] = nil }
        state.begunBefore = state.missedFrom
        storage.putBack(trouble == nil ? state : nil, updates: history == nil ? log.inMemory : [])
        try? await storage.worker.run { [storage] in storage.close() }
    }
}

// Compaction: old records are replaced by a snapshot of their state.
extension TransactionLedger {
    /// Whether there are files that grow.
    package nonisolated var needsTidying: Bool { history != nil }

    /// Replaces old records by a snapshot of their state, on a separate thread; part of the store's task tree.
    package nonisolated func tidyUp() async {
        guard let history else { return }
        let worker = BlockingWorker(label: "purser.ledger.tidying")
        var seen: UInt64 = 0
        var pause = Self.firstTidyingPause
        while true {
            // In this order: a log that is sealed after the floor was read is not counted as seen.
            seen = history.sealings.count
            let floor = await floor()
            do {
                try await worker.run { [self] in
                    try storage.compact {
                        needed($0, $1, floor)
                    } unless: { [isTidyingStopped] in
                        isTidyingStopped.withLock { $0 }
                    }
                }
                pause = Self.firstTidyingPause
            } catch  where !error.isDamage {
                // Nothing is lost, but the old records need space on a disk that may be full: it is retried after a
                // pause.
                do { try await clock.sleep(for: pause) } catch { return }
                pause = min(pause * 2, .seconds(600))
                continue
            } catch {
                // A damaged file stays damaged; the next opening reports it.
            }
            do { try await history.sealings.wait(after: seen) } catch { return }
        }
    }

    /// Replaces everything in the storage of all users by a snapshot of what it comes to.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    package nonisolated func compactWholly(_ journal: any LedgerStorage) async throws {
        let floor = await floor()
        try await BlockingWorker(label: "purser.ledger.forgetting").run { [self] in
            try journal.compactWholly { needed($0, $1, floor) }
        }
    }

    /// The number of the oldest update of one ledger that has to stay readable.
    private nonisolated func needed(_ key: LedgerKey, _ state: borrowing LedgerState, _ floor: UInt64) -> UInt64 {
        key == storage.key
            ? min(floor, log.oldestNeeded) : min(state.oldestNeeded(keeping: keptUpdates), state.missedFrom)
    }

    private static let firstTidyingPause = Duration.seconds(5)

    private func floor() -> UInt64 { state.oldestNeeded(keeping: keptUpdates) }

    /// Ends ``tidyUp()`` soon; its task has to be cancelled as well.
    package nonisolated func stopTidyingUp() { isTidyingStopped.withLock { $0 = true } }
}

extension LedgerState {
    /// The number of the oldest update that has to stay readable, if so many of the latest are kept.
    fileprivate func oldestNeeded(keeping count: Int) -> UInt64 {
        let wanted = UInt64(clamping: count)
        let kept = nextSequence > wanted ? nextSequence - wanted : 1
        // A consumer may have acknowledged a number that no update has yet.
        return min(kept, min(consumers.values.min() ?? nextSequence, nextSequence) + 1)
    }
}
