extension TransactionLedger {
    /// How many transactions one write should have at most: no limit on disk; in memory, as many as fit into the
    /// processor's caches.
    package nonisolated var usefulBatch: Int { isInline ? 1_024 : .max }

    /// Records payments that are about to be submitted to the backend, with records of others by sections.
    ///
    /// Each of the calls below stores its parameters with one write, and publishes them. It throws ``PurchaseFailure``
    /// with `.ledgerUnavailable` when they could not be stored.
    @inline(__always)  // With the others a tenth of a lone purchase.
    package func record(intents: [PaymentIntent], beside others: [LedgerRecord] = []) async throws {
        var batch = PreparedBatch(capacity: intents.count)
        batch.store(others, before: key)
        batch.store(intents: intents)
        try await write(&batch) { _, _ in }
    }

    /// Decides about a backend's reports and records what follows, at most `count` updates, in one step and with one write.
    ///
    /// Nothing is recorded if `decide` adds a failure, or the write fails: the turn then has that failure.
    @inline(__always)  // With the others a tenth of a lone purchase.
    package func record(
        upTo count: Int, _ decide: @Sendable (inout IntakeState, inout StoreRecords, inout Turn) -> Void
    ) async -> Turn {
        var turn = Turn(capacity: count)
        do { try checkOpen() } catch { turn.failure = PurchaseFailure(ledger: error) }
        while !journal.change({ $0.decide(&turn, upTo: count, decide) }) {
            do { try await reopen() } catch { turn.failure = PurchaseFailure(ledger: error) }
        }
        if turn.failure != nil { return turn }
        hasJustBought = hasJustBought || !turn.returnedOver.isEmpty
        if hasJustBought, entitlements.note(returned: turn.returnedOver, signed: turn.signedTime) { reportClock() }
        turn.prepared.store(turn.absent, before: key)
        do {
            try await store(&turn.prepared)
            if !turn.absent.isEmpty { journal.keepUpdates(of: turn.absent) }
        } catch {
            turn.failure = PurchaseFailure(ledger: error)
        }
        return turn
    }

    private func reportClock() {
        diagnostics.report(
            StoreDiagnostic(
                .clockAhead, .warning,
                message:
                    "A purchase returned a period that is over by the device's date. It is owned for its length, until "
                    + "the store is closed; ask the customer to check the device's date."))
    }

    /// Records the endings of payments that never reached the backend.
    package func record(endings: [EndedPayment]) async throws {
        var batch = PreparedBatch(capacity: endings.count)
        batch.store(endings: endings)
        try await write(&batch) { _, _ in }
    }

    /// Records when the backend last reported; its loss is harmless.
    package func record(lastReport time: Timestamp) async throws {
        var batch = PreparedBatch(capacity: 1)
        try await write(&batch) { $0.prepare(lastReport: time, into: &$1) }
    }

    /// Records that a transaction completed a step, by a handler that was called with this update; returns whether it
    /// is known.
    @discardableResult
    package func record(step: DeliveryStep, of id: String, in update: StoreUpdate? = nil) async throws -> Bool {
        var batch = PreparedBatch(capacity: 1)
        let isKnown = try await write(&batch) { $0.prepare(step, of: id, in: update, into: &$1) }
        if case .deadLetter = step { reportDeadLetter(id) }
        return isKnown
    }

    /// Records the finishes that the backend accepted, each in the state for which it was sent.
    @inline(__always)  // With the others a tenth of a lone purchase.
    package func record(finished: PendingFinishes) async throws {
        var batch = PreparedBatch(capacity: finished.requests.count)
        try await write(&batch) { $0.transactions.prepare(finished: finished, into: &$1) }
    }

    /// Records the last update that a named consumer has acknowledged; `nil` when it is forgotten.
    ///
    /// With `isUrgent`, it returns when that is synced. It throws `.invalidRequest` when there is no such update yet.
    package func acknowledge(_ sequence: UInt64?, by consumer: String, isUrgent: Bool = false) async throws {
        // An update that is being written has its number already, and may still fail: it was not published to any
        // consumer.
        if let sequence, sequence > log.lastSequence {
            throw PurchaseFailure(
                .invalidRequest,
                "The consumer \"\(consumer)\" cannot have seen update \(sequence): the latest is number "
                    + "\(log.lastSequence). Acknowledge the sequence number of an update of this store.")
        }
        if sequence == nil { registered[consumer] = nil }
        var batch = PreparedBatch(capacity: 1)
        try await write(&batch, isUrgent: isUrgent) {
            $0.prepare(consumer, hasSeen: sequence, isRepeated: isUrgent, into: &$1)
        }
        keepForConsumers()
    }

    /// Records a step of a named consumer's failed update, and its new position.
    package func record(_ step: FailedUpdates.Step, of consumer: String, seen sequence: UInt64? = nil) async throws {
        var batch = PreparedBatch(capacity: 2)
        try await write(&batch) { state, batch in
            state.prepare(step, of: consumer, into: &batch)
            guard let sequence else { return }
            state.prepare(consumer, hasSeen: sequence, isRepeated: false, into: &batch)
        }
        keepForConsumers()
        guard case .failed(let update, _) = step else { return }
        diagnostics.report(
            StoreDiagnostic(
                .updateFailed, .error,
                .init(transactionID: update.transaction.id, productID: update.productID, consumer: consumer),
                message:
                    "The consumer could not process update \(update.sequence): its handler failed permanently. Fix the "
                    + "cause (see failedUpdates(for:)), then deliver the update again with releaseFailedUpdate(_:)."))
    }

    private func reportDeadLetter(_ id: String) {
        let stored = journal.change(key) { $0.transactions[id] }
        let failed = stored?.progress.failed ?? "it could not be delivered"
        diagnostics.report(
            StoreDiagnostic(
                .deadLetter, .error, .init(transactionID: id, productID: stored?.transaction.productID),
                message:
                    "The purchase is paid for and recorded, but \(failed). Fix the cause (see deadLetters()), then "
                    + "call releaseDeadLetter(_:)."))
    }

    /// Records products that were acquired with subscriptions, with the original identifiers of the subscriptions.
    package func record(acquired: [AcquiredProduct]) async throws {
        var batch = PreparedBatch(capacity: acquired.count)
        let now = clock.timestamp()
        try await write(&batch) { $0.prepare(acquired: acquired, now: now, into: &$1) }
    }

    /// Records that another user is forgotten, and drops what is known of the user in the step that gives the record its
    /// place among those of the decisions.
    func record(forgotten user: UserID) async throws {
        var batch = PreparedBatch(capacity: 3)
        batch.store([.section(.everybody), .forgotten(user)], before: key)
        batch.isUrgent = true
        try checkOpen()
        while !journal.isCurrent { try await reopen() }
        journal.drop(user)
        try await store(&batch)
    }

    /// Whether nothing that was recorded in the user's absence counts as missed any more.
    var isPresenceRecorded: Bool { journal.change(key) { $0.missedFrom == $0.nextSequence } }

    /// Records that the user is present; a handler's call that began before that would not count as begun after a kill.
    func recordPresence() async throws {
        guard !isPresenceRecorded else { return }
        var batch = PreparedBatch(capacity: 1)
        try await write(&batch, isUrgent: true) { state, batch in
            state.missedFrom = state.nextSequence
            batch.store(.missed(from: nil))
        }
    }

    /// From now on what is owned and counted is of this environment, in which the backend runs.
    func become(_ environment: StoreEnvironment) async {
        journal.change { $0.environment = environment }
        var batch = PreparedBatch(capacity: 0)
        // If the ledger cannot be read now, it counts as soon as that succeeds.
        try? await write(&batch) { $1.published.changes.needsRebuild = true }
    }

    @discardableResult
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func write<Value: Sendable>(
        _ batch: inout PreparedBatch, isUrgent: Bool = false,
        _ prepare: @Sendable (inout LedgerState, inout PreparedBatch) -> Value
    ) async throws -> Value {
        try checkOpen()
        while true {
            guard let value = journal.change({ $0.prepare(key, &batch, prepare) }) else {
                try await reopen()
                continue
            }
            batch.isUrgent = batch.isUrgent || isUrgent
            try await store(&batch)
            return value
        }
    }

    /// Reads everything again after a failed write; the session may be over meanwhile.
    private func reopen() async throws {
        try await journal.open()
        try checkOpen()
    }

    private func checkOpen() throws {
        guard !isClosed else {
            throw PurchaseFailure(.ledgerUnavailable, "The session of this ledger is over. Call the store again.")
        }
    }

    @inline(__always)  // With the others a tenth of a lone purchase.
    private func store(_ batch: inout PreparedBatch) async throws {
        // Not alone: a report without changes writes nothing.
        if !unwritten.isEmpty, !batch.records.isEmpty {
            (batch.records, unwritten) = (unwritten + batch.records, [])
        }
        if isInline { return try commitAtOnce(batch) }
        // Without records of its own it still waits for the batches before it: its answer may depend on them.
        if batch.records.isEmpty, commits.isIdle { return publish(batch.published) }
        try await commit(batch)
    }
}
