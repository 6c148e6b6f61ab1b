extension TransactionLedger {
    /// How many entries together cost the least: on disk each write is waited for, in memory small batches stay in the
    /// processor's caches.
    package nonisolated var usefulBatch: Int { commits.isInline ? 1_024 : .max }

    /// So many transactions are looked up ahead of being prepared; what is read for more might be gone again.
    private static let readAhead = 1_024

    /// Writes entries down, all with one write, and publishes them to every reader.
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

    /// Writes down what a backend reported; otherwise as ``append(_:isUrgent:)``.
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
            // A batch may name a transaction twice: then the first answer is not what it stands at.
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

    /// Prepares a batch and stores it.
    private func write(
        _ empty: consuming PreparedBatch, isUrgent: Bool = false,
        _ prepare: (inout LedgerState, inout PreparedBatch, _ now: Timestamp) -> Void
    ) async throws -> PreparedBatch {
        if trouble != nil { try await mend() }
        var batch = empty
        prepare(&state, &batch, clock.timestamp())
        batch.trustedDate = state.trustedDate
        batch.isUrgent = batch.isUrgent || isUrgent
        // What is known already may be known only from records that are still being written.
        if !batch.records.isEmpty || !unpublished.isEmpty { try await commit(batch) }
        return batch
    }
}
