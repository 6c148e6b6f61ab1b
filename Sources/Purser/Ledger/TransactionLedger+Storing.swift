extension TransactionLedger {
    /// Stores a batch, and publishes it.
    func commit(_ batch: borrowing PreparedBatch) async throws {
        if let failure = await commits.store(batch) { throw failed(failure) }
    }

    /// The same on the calling thread, where the storage does not block.
    func commitAtOnce(_ batch: borrowing PreparedBatch) throws {
        do {
            if !batch.records.isEmpty { try storage.append(batch.records, isUrgent: batch.isUrgent) }
        } catch {
            throw failed(PurchaseFailure(ledger: error))
        }
        publish(batch.published)
    }

    private func failed(_ failure: PurchaseFailure) -> PurchaseFailure {
        failures += 1
        diagnostics.report(
            StoreDiagnostic(
                .ledgerTrouble, .error,
                message: "The ledger could not be written (\(failure.code)). Paid transactions stay unfinished."))
        return failure
    }

    nonisolated func publish(_ batch: borrowing PublishedChanges) { batch.publish(to: entitlements, log) }

    /// Reads the state from storage again after failed writes, of which some updates may be stored and are published now.
    ///
    /// Nothing is prepared meanwhile: of several callers who read it, the first one's reading counts.
    func mend() async throws {
        while isOutdated {
            let failed = failures
            let (state, found) = try await storage.worker.run { [storage, empty, environment, log] in
                try storage.contents(
                    after: empty, published: log.lastSequence, in: environment)
            }
            guard failuresRead < failed else { continue }
            (self.state, failuresRead) = (state, failed)
            registerAgain()
            commits.mended()
            publish(found)
        }
    }

    /// Reads something on which the caller will act, and returns when all of it is stored.
    func stored<Value: Sendable>(_ read: (LedgerState) -> Value) async throws -> Value {
        while true {
            if isOutdated { try await mend() }
            let value = read(state)
            if isInline || commits.isIdle { return value }
            // An empty batch is stored after all that was prepared so far; if that fails, all of it is read again.
            if (try? await commit(PreparedBatch(capacity: 0))) != nil { return value }
        }
    }

    /// Gives the state back, without what the session has not written, and closes the storage; nothing is stored any more,
    /// because the user's next session may write there.
    package func close() async {
        for case .consumer(let name, _) in unwritten { state.consumers[name] = nil }
        state.begunBefore = state.missedFrom
        storage.putBack(isOutdated ? nil : state, updates: history == nil ? log.inMemory : [])
        isClosed = true
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

extension PublishedChanges {
    func publish(to entitlements: CurrentEntitlements, _ log: UpdateLog) {
        guard !updates.isEmpty || !changes.isEmpty || rebuilt != nil else { return }
        entitlements.apply(
            changes, rebuilt: rebuilt, trustedDate: trustedDate, signedDate: signedDate,
            recordTime: updates.last?.recordTime)
        if !updates.isEmpty { log.append(updates) }
    }
}

extension LedgerStorage {
    /// The state of the records, with the changes since an update that was published last.
    fileprivate func contents(
        after empty: LedgerState, published last: UInt64, in environment: StoreEnvironment
    ) throws -> (LedgerState, PublishedChanges) {
        var state = empty
        var found = PublishedChanges()
        try load { record in
            if case .forgotten(let user) = record, key == .user(user) { (state, found) = (empty, PublishedChanges()) }
            if let update = record.update, update.sequence > last { found.updates.append(update) }
            state.apply(record)
        }
        (found.changes.environment, found.changes.needsRebuild) = (environment, true)
        found.complete(from: state)
        return (state, found)
    }
}
