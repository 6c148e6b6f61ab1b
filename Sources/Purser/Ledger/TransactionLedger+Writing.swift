extension TransactionLedger {
    /// How many transactions one write should have at most: all on disk, in memory what stays in the processor's
    /// caches.
    package nonisolated var usefulBatch: Int { commits.isInline ? 1_024 : .max }

    /// Records payments that are about to be handed to the backend.
    ///
    /// Each of the calls below stores what it is given with one write, and publishes it. It throws
    /// ``PurchaseFailure`` with `.ledgerUnavailable` when storage could not take it.
    package func record(intents: [PaymentIntent]) async throws {
        _ = try await write(PreparedBatch(capacity: intents.count)) { state, batch, _ in
            state.prepare(intents: intents, into: &batch)
        }
    }

    /// Records what a backend reported, each delivery by itself; returns an answer to each transaction, in order.
    package func record(
        reported: [IncomingTransaction], endings: [(token: PaymentToken, ending: IntentEnding)] = [],
        renewals: [RenewalReport] = [], deliveries: [DeliveryEnd] = []
    ) async throws -> [ReportedTransaction] {
        let count = reported.count + renewals.count + state.subscriptions.early.count
        guard state.nextSequence < LedgerState.sequenceLimit - UInt64(count) else {
            throw PurchaseFailure(
                .ledgerUnavailable,
                "The numbers of updates are used up. Only a damaged ledger can be like that; see "
                    + "`purser ledger check`.")
        }
        let batch = PreparedBatch(capacity: reported.count + endings.count, updates: reported.count)
        return try await write(batch) { state, batch, now in
            if deliveries.isEmpty {
                state.prepare(reported: reported, now: now, into: &batch)
                state.prepare(endings: endings, into: &batch)
                state.prepare(renewals: renewals, now: now, into: &batch)
            } else {
                state.prepare(reported: reported, renewals: renewals, by: deliveries, now: now, into: &batch)
                state.prepare(endings: endings, into: &batch)
            }
        }.reported
    }

    /// Records that payments ended which never reached the backend.
    package func record(endings: [(token: PaymentToken, ending: IntentEnding)]) async throws {
        _ = try await write(PreparedBatch(capacity: endings.count)) { state, batch, _ in
            state.prepare(endings: endings, into: &batch)
        }
    }

    /// Records when the store was heard, which is lost without harm.
    package func record(heard time: Timestamp) async throws {
        _ = try await write(PreparedBatch(capacity: 1)) { state, batch, _ in state.prepare(heard: time, into: &batch) }
    }

    /// Records that a transaction came one step further, by a handler that was called with this update; whether it is
    /// known.
    @discardableResult
    package func record(step: DeliveryStep, of id: String, in update: StoreUpdate? = nil) async throws -> Bool {
        var isKnown = false
        _ = try await write(PreparedBatch(capacity: 1)) { state, batch, _ in
            isKnown = state.prepare(step, of: id, in: update, into: &batch)
        }
        if case .setAside = step { tellOfDeadLetter(id) }
        return isKnown
    }

    /// Records which finishes the backend took, each in the state for which it was sent.
    package func record(finished: PendingFinishes) async throws {
        _ = try await write(PreparedBatch(capacity: finished.requests.count)) { state, batch, _ in
            state.transactions.take(finished: finished, into: &batch)
        }
    }

    /// Records up to which update a named consumer has seen them; `nil` when it will read no more.
    ///
    /// Where `isUrgent`, it returns when that is safe. It throws `.invalidRequest` when there is no such update yet.
    package func acknowledge(_ sequence: UInt64?, by consumer: String, isUrgent: Bool = false) async throws {
        // What is being written has its number already, and may still fail: nobody was reported of it.
        if let sequence, sequence > log.lastSequence {
            throw PurchaseFailure(
                .invalidRequest,
                "The reader \"\(consumer)\" cannot have seen update \(sequence): the latest is number "
                    + "\(log.lastSequence). Acknowledge the sequence number of an update that this store has told.")
        }
        if sequence == nil { registered[consumer] = nil }
        _ = try await write(PreparedBatch(capacity: 1), isUrgent: isUrgent) { state, batch, _ in
            state.prepare(consumer, hasSeen: sequence, isRepeated: isUrgent, into: &batch)
        }
        keepForConsumers()
    }

    /// Records what became of an update that a named consumer could not deal with, and its new position.
    package func record(_ step: FailedUpdates.Step, of consumer: String, seen sequence: UInt64? = nil) async throws {
        _ = try await write(PreparedBatch(capacity: 2)) { state, batch, _ in
            state.prepare(step, of: consumer, into: &batch)
            guard let sequence else { return }
            state.prepare(consumer, hasSeen: sequence, isRepeated: false, into: &batch)
        }
        keepForConsumers()
        guard case .setAside(let update, _) = step else { return }
        diagnostics.tell(
            StoreDiagnostic(
                .updateSetAside, .error,
                .init(transactionID: update.transaction.id, productID: update.productID, consumer: consumer),
                message:
                    "The reader gave up update \(update.sequence): its work failed for good. Mend the cause, which "
                    + "setAsideUpdates(for:) has, and give it to the reader again with releaseSetAsideUpdate(_:)."))
    }

    private func tellOfDeadLetter(_ id: String) {
        let stored = state.transactions[id]
        let failed = stored?.life.failed ?? "it could not be handed over"
        diagnostics.tell(
            StoreDiagnostic(
                .deadLetter, .error, .init(transactionID: id, productID: stored?.transaction.productID),
                message:
                    "The purchase is paid for and recorded, but \(failed). Mend the cause, which deadLetters() has, "
                    + "and call releaseDeadLetter(_:)."))
    }

    /// Records products that are acquired through subscriptions, with the original identifiers of those.
    package func record(acquired: [(productID: String, subscription: String)]) async throws {
        _ = try await write(PreparedBatch(capacity: acquired.count)) { state, batch, now in
            state.prepare(acquired: acquired, now: now, into: &batch)
        }
    }

    /// Prepares a batch and stores it.
    private func write(
        _ empty: consuming PreparedBatch, isUrgent: Bool = false,
        _ prepare: (inout LedgerState, inout PreparedBatch, _ now: Timestamp) -> Void
    ) async throws -> PreparedBatch {
        if trouble != nil { try await mend() }
        var batch = empty
        prepare(&state, &batch, clock.timestamp())
        // Not by themselves: that the store was heard and reported nothing writes nothing.
        if !unwritten.isEmpty, !batch.records.isEmpty {
            (batch.records, unwritten) = (unwritten + batch.records, [])
        }
        if let pending = state.payments.takeNewPending() { self.pending.withLock { $0 = pending } }
        (batch.trustedDate, batch.signedDate) = (state.trustedDate, state.trusted.latest)
        if batch.changes.needsRebuild { batch.rebuilt = state.entitlements }
        batch.isUrgent = batch.isUrgent || isUrgent
        // Without records of its own it still waits for the batches before it: its answer may rest on them.
        if batch.records.isEmpty, unpublished.isEmpty { return batch }
        if !commitAtOnce(batch) { try await commit(batch) }
        return batch
    }
}
