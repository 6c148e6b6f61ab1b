extension TransactionLedger {
    /// Reads something, after a failed write from what was read again, so that records that could not be stored are never
    /// read; if that fails, too, from what is known.
    private func read<Value: Sendable>(_ body: @Sendable (inout LedgerState) -> Value) async -> Value {
        if let value = journal.change({ $0.changeIfCurrent(key, body) }) { return value }
        try? await journal.open()
        return journal.change(key, body)
    }

    /// The transactions that entitle to one of these products now, without consumables, by their updates, and the
    /// current time.
    package func giving(_ productIDs: Set<String>) async -> (transactions: [LedgerTransaction], time: Timestamp) {
        let whole = await whole()
        let (time, bought) = (clock.timestamp(), entitlements.snapshot.terms.bought)
        let giving = whole.filter { recorded in
            let transaction = recorded.transaction
            return productIDs.contains(transaction.productID) && !transaction.isConsumable && counts(transaction)
                && !recorded.progress.isRevokedOrUpgraded
                && (transaction.expirationTime.map { $0 > time } ?? true || bought?.contains(transaction) == true)
        }
        return (giving.sorted { $0.sequence < $1.sequence }, time)
    }

    func whole() async -> [LedgerTransaction] { await read { $0.transactions.all } }

    /// One transaction, once its latest update has been stored; `nil` also when the storage cannot be read.
    package func transaction(_ id: String) async -> LedgerTransaction? {
        let transaction = await read { $0.transactions[id] }
        guard let transaction, transaction.sequence > log.lastSequence else { return transaction }
        return try? await stored { $0.transactions[id] }
    }

    /// Whether a transaction counts for the customer now: it is of the backend's environment, as far as both are known;
    /// only on the ledger's executor.
    package nonisolated func counts(_ transaction: StoreTransaction) -> Bool {
        journal.change { !transaction.environment.differs(from: $0.environment) }
    }

    /// One transaction, as ``transaction(_:)`` reads it; if a handler is called next, that call counts as begun.
    package func beginning(_ id: String) async -> LedgerTransaction? {
        while let transaction = await transaction(id) {
            guard [.awaitsGrant, .awaitsRevoke].contains(transaction.progress.state), counts(transaction.transaction)
            else { return transaction }
            if journal.change(key, { $0.begin(transaction) }) { return transaction }
        }
        return nil
    }

    /// Those of these transactions that can be finished now, and unknown ones, which failed.
    @inline(__always)  // With the others a tenth of a lone purchase.
    package func finishable(_ due: PendingFinishes) async throws -> PendingFinishes {
        // This is nearly always so, and need not wait for the current write.
        if journal.change({ $0.changeIfCurrent(key) { $0.transactions.isStillDue(due) } }) == true { return due }
        return try await stored { $0.transactions.finishable(due) }
    }

    /// All transactions with steps due, in the order of their updates; empty while storage cannot be read.
    package func outstanding() async -> [LedgerTransaction] {
        (try? await stored { $0.outstanding }) ?? []
    }

    /// The dead letters and their reasons, in the order of their updates.
    package func deadLetters() async -> [(transaction: LedgerTransaction, reason: String)] {
        await read { state in
            state.deadLetters
                .compactMap { id, reason in state.transactions[id].map { (transaction: $0, reason: reason) } }
                .sorted { $0.transaction.sequence < $1.transaction.sequence }
        }
    }

    /// The number of the last update that a named consumer has acknowledged; `nil` when there is none of this name.
    package func position(of consumer: String) async -> UInt64? { await read { $0.consumers[consumer] } }

    /// The ledger's name of the transaction with an identifier for which `isMeant` is true; otherwise the identifier.
    package func name(of id: String, where isMeant: @Sendable (TransactionProgress) -> Bool) -> String {
        journal.change(key) { state in
            state.transactions.names(of: id).first { state.transactions[$0].map { isMeant($0.progress) } == true } ?? id
        }
    }
}

// The named consumers.
extension TransactionLedger {
    /// Registers named consumers that are new here; their records are written before the first ones of this session.
    package func register(_ consumers: [String: UpdateStart]) {
        let known = consumerPositions
        for (name, start) in consumers where known[name] == nil {
            registered[name] = log.cursor(of: start) ?? log.opening
        }
        unwritten = journal.change(key) { [registered] in $0.register(registered) }
        keepForConsumers()
    }

    private var consumerPositions: [String: UInt64] { journal.change(key) { $0.consumers } }

    /// Keeps unacknowledged updates of named consumers in the log, if they cannot be read from a storage.
    func keepForConsumers() { if history == nil { log.keep(after: consumerPositions.values.min()) } }

    /// The failed updates of named consumers: of all, or of one consumer.
    package func failedUpdates(of consumer: String? = nil) async -> [FailedUpdates.Entry] {
        guard let failed = try? await stored({ $0.failedUpdates }) else { return [] }
        return (consumer.map { [$0] } ?? failed.consumers).flatMap { failed[$0] }
    }
}

extension LedgerState {
    /// Registers the consumers that are not recorded, and returns the records to write.
    mutating func register(_ consumers: [String: UInt64]) -> [LedgerRecord] {
        let new = consumers.sorted { $0.key < $1.key }.filter { self.consumers[$0.key] == nil }
            .map { LedgerRecord.consumer($0.key, $0.value) }
        for record in new { apply(record) }
        return new
    }
}
