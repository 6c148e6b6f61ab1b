extension TransactionLedger {
    /// What could not be stored must not be read either.
    private func mendIfNeeded() async {
        if trouble != nil { try? await mend() }
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
    package func deadLetters() async -> [(transaction: LedgerTransaction, reason: String)] {
        await mendIfNeeded()
        return state.deadLetters
            .compactMap { id, reason in state.transactions[id].map { (transaction: $0, reason: reason) } }
            .sorted { $0.transaction.sequence < $1.transaction.sequence }
    }

    /// Up to which update a named reader has seen them; `nil` when there is none of this name.
    package func position(of consumer: String) async -> UInt64? {
        await mendIfNeeded()
        return state.consumers[consumer]
    }
}
