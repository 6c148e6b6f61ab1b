extension TransactionLedger {
    /// Reads the state again after a failed write, so that records that could not be stored are never read.
    private func mendIfNeeded() async {
        if isOutdated { try? await mend() }
    }

    /// The transactions that entitle to one of these products now, without consumables, by their updates, and the
    /// current time.
    package func giving(_ productIDs: Set<String>) async -> (transactions: [LedgerTransaction], time: Timestamp) {
        await mendIfNeeded()
        let (time, bought) = (clock.timestamp(), entitlements.snapshot.terms.bought)
        let giving = state.transactions.all.filter { recorded in
            let transaction = recorded.transaction
            return productIDs.contains(transaction.productID) && !transaction.isConsumable && counts(transaction)
                && !recorded.progress.isRevokedOrUpgraded
                && (transaction.expirationTime.map { $0 > time } ?? true || bought?.contains(transaction) == true)
        }
        return (giving.sorted { $0.sequence < $1.sequence }, time)
    }

    func whole() async -> [LedgerTransaction] {
        await mendIfNeeded()
        return state.transactions.all
    }

    /// Makes a decision from the records, in one step in which nothing is recorded.
    package func deciding<Decision: Sendable>(
        _ decide: @Sendable (borrowing LedgerState) -> Decision
    ) async -> Decision {
        await mendIfNeeded()
        return Self.lend(&state, to: decide)
    }

    /// Decides the same without a wait, on the ledger's executor; `nil` when the state has to be read again first.
    package nonisolated func decidingAtOnce<Decision: Sendable>(
        _ decide: @Sendable (borrowing LedgerState) -> Decision
    ) -> Decision? {
        assumeIsolated { ledger in !ledger.isOutdated ? Self.lend(&ledger.state, to: decide) : nil }
    }

    /// Lets a function read the state without copying it: passing an actor's value would copy it.
    private static func lend<Value>(_ state: inout LedgerState, to read: (borrowing LedgerState) -> Value) -> Value {
        read(state)
    }

    /// Changes the state in one access: each access to an actor's value is checked.
    static func change<Value>(_ state: inout LedgerState, _ body: (inout LedgerState) -> Value) -> Value {
        body(&state)
    }

    /// One transaction, once its latest update has been stored; `nil` also when the storage cannot be read.
    package func transaction(_ id: String) async -> LedgerTransaction? {
        await mendIfNeeded()
        guard let transaction = state.transactions[id], transaction.sequence > log.lastSequence else {
            return state.transactions[id]
        }
        return try? await stored { $0.transactions[id] }
    }

    /// Whether a transaction counts for the customer now: it is of the backend's environment, as far as both are known.
    ///
    /// Only on the ledger's executor.
    package nonisolated func counts(_ transaction: StoreTransaction) -> Bool {
        assumeIsolated { !transaction.environment.differs(from: $0.environment) }
    }

    /// One transaction, as ``transaction(_:)`` reads it; if a handler is called next, that call counts as begun.
    package func beginning(_ id: String) async -> LedgerTransaction? {
        while let transaction = await transaction(id) {
            guard [.awaitsGrant, .awaitsRevoke].contains(transaction.progress.state), counts(transaction.transaction)
            else { return transaction }
            if state.begin(transaction) { return transaction }
        }
        return nil
    }

    /// Those of these transactions that can be finished now, and unknown ones, which failed.
    @inline(__always)  // With the others a tenth of a lone purchase.
    package func finishable(_ due: PendingFinishes) async throws -> PendingFinishes {
        // This is nearly always so, and need not wait for the current write.
        if !isOutdated, Self.lend(&state, to: { $0.transactions.isStillDue(due) }) { return due }
        return try await stored { $0.transactions.finishable(due) }
    }

    /// All transactions with steps due, in the order of their updates; empty while storage cannot be read.
    package func outstanding() async -> [LedgerTransaction] {
        let found = try? await stored { $0.outstanding }
        return found ?? []
    }

    /// The dead letters and their reasons, in the order of their updates.
    package func deadLetters() async -> [(transaction: LedgerTransaction, reason: String)] {
        await mendIfNeeded()
        return state.deadLetters
            .compactMap { id, reason in state.transactions[id].map { (transaction: $0, reason: reason) } }
            .sorted { $0.transaction.sequence < $1.transaction.sequence }
    }

    /// The number of the last update that a named consumer has acknowledged; `nil` when there is none of this name.
    package func position(of consumer: String) async -> UInt64? {
        await mendIfNeeded()
        return state.consumers[consumer]
    }

    /// The ledger's name of the transaction with an identifier for which `isMeant` is true; otherwise the identifier.
    package func name(of id: String, where isMeant: @Sendable (TransactionProgress) -> Bool) -> String {
        state.transactions.names(of: id).first { state.transactions[$0].map { isMeant($0.progress) } == true } ?? id
    }
}

// The named consumers.
extension TransactionLedger {
    /// Registers named consumers that are new here, before anything is recorded.
    ///
    /// Their records are written before the first ones of this session.
    package func register(_ consumers: [String: UpdateStart]) {
        for (name, start) in consumers where state.consumers[name] == nil {
            registered[name] = log.cursor(of: start) ?? log.opening
        }
        registerAgain()
        keepForConsumers()
    }

    /// Keeps unacknowledged updates of named consumers in the log, if they cannot be read from a storage.
    func keepForConsumers() {
        if history == nil { log.keep(after: state.consumers.values.min()) }
    }

    /// Registers the consumers again that are not in a state that was read from the storage.
    func registerAgain() {
        unwritten = []
        for (name, sequence) in registered.sorted(by: { $0.key < $1.key }) where state.consumers[name] == nil {
            state.apply(.consumer(name, sequence))
            unwritten.append(.consumer(name, sequence))
        }
    }

    /// The failed updates of named consumers: of all, or of one consumer.
    package func failedUpdates(of consumer: String? = nil) async -> [FailedUpdates.Entry] {
        guard let failed = try? await stored({ $0.failedUpdates }) else { return [] }
        return (consumer.map { [$0] } ?? failed.consumers).flatMap { failed[$0] }
    }
}
