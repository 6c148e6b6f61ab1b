extension TransactionLedger {
    /// Stores a batch, and publishes it.
    func commit(_ batch: borrowing PreparedBatch) async throws {
        if let failure = await commits.store(batch, of: self) { throw failed(failure) }
    }

    /// The same on the calling thread, where the storage does not block.
    func commitAtOnce(_ batch: borrowing PreparedBatch) throws {
        do {
            if !batch.records.isEmpty { try storage.append(batch.records, of: key, isUrgent: batch.isUrgent) }
        } catch {
            throw failed(PurchaseFailure(ledger: error))
        }
        publish(batch.published)
    }

    private func failed(_ failure: PurchaseFailure) -> PurchaseFailure {
        journal.change { $0.writeFailed() }
        diagnostics.report(
            StoreDiagnostic(
                .ledgerTrouble, .error,
                message: "The ledger could not be written (\(failure.code)). Paid transactions stay unfinished."))
        return failure
    }

    nonisolated func publish(_ batch: borrowing PublishedChanges) {
        guard !batch.updates.isEmpty || !batch.changes.isEmpty || batch.rebuilt != nil else { return }
        entitlements.apply(
            batch.changes, rebuilt: batch.rebuilt, trustedDate: batch.trustedDate, signedDate: batch.signedDate,
            recordTime: batch.updates.last?.recordTime)
        if !batch.updates.isEmpty { log.append(batch.updates) }
    }

    /// Everything was read from storage again: publishes what of it was not.
    nonisolated func readAgain(_ updates: [StoreUpdate]) {
        assumeIsolated { ledger in
            var found = PublishedChanges()
            found.updates = updates
            (found.changes.environment, found.changes.needsRebuild) = (ledger.environment, true)
            ledger.unwritten = journal.change(key) { state in
                found.complete(from: state)
                return state.register(ledger.registered)
            }
            ledger.publish(found)
        }
    }

    /// Reads something on which the caller will act, and returns when all of it is stored.
    func stored<Value: Sendable>(_ read: @Sendable (inout LedgerState) -> Value) async throws -> Value {
        while true {
            guard let value = journal.change({ $0.changeIfCurrent(key, read) }) else {
                try await journal.open()
                continue
            }
            if isInline || commits.isIdle { return value }
            // An empty batch is stored after all that was prepared so far; if that fails, all of it is read again.
            if (try? await commit(PreparedBatch(capacity: 0))) != nil { return value }
        }
    }

    /// Ends the session, after all that it has prepared is stored: nothing is stored any more, because the user's next session
    /// may write there.
    package func close() async {
        isClosed = true
        if !isInline, !commits.isIdle { _ = await commits.store(PreparedBatch(capacity: 0), of: self) }
        let unwritten = unwritten
        journal.end(self, history == nil ? log.inMemory : []) { state in
            for case .consumer(let name, _) in unwritten { state.consumers[name] = nil }
            state.begunBefore = state.missedFrom
        }
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
                // Nothing is lost, but the old records need space on a disk that may be full: it is retried later.
                do { try await clock.sleep(for: pause) } catch { return }
                pause = min(pause * 2, .seconds(600))
                continue
            } catch {
                // A damaged file stays damaged; the next opening reports it.
            }
            do { try await history.sealings.wait(after: seen) } catch { return }
        }
    }

    /// Replaces everything in the storage of all users by a snapshot of what it comes to; throws ``PurchaseFailure`` with
    /// `.ledgerUnavailable`.
    package nonisolated func compactWholly(_ journal: any LedgerStorage) async throws {
        let floor = await floor()
        try await BlockingWorker(label: "purser.ledger.forgetting").run { [self] in
            try journal.compactWholly { needed($0, $1, floor) }
        }
    }

    /// The number of the oldest update of one ledger that has to stay readable.
    private nonisolated func needed(_ key: LedgerKey, _ state: borrowing LedgerState, _ floor: UInt64) -> UInt64 {
        key == self.key
            ? min(floor, log.oldestNeeded) : min(state.oldestNeeded(keeping: keptUpdates), state.missedFrom)
    }

    private static let firstTidyingPause = Duration.seconds(5)

    private func floor() -> UInt64 { journal.change(key) { [keptUpdates] in $0.oldestNeeded(keeping: keptUpdates) } }

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
