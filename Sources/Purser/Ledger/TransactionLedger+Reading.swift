extension TransactionLedger {
    /// Reads the state again after a failed write, so that nobody reads what could not be stored.
    private func mendIfNeeded() async {
        if trouble != nil { try? await mend() }
    }

    /// The transactions that entitle to one of these products now, without consumables, by their updates, and the
    /// present time.
    package func giving(_ productIDs: Set<String>) async -> (transactions: [LedgerTransaction], time: Timestamp) {
        await mendIfNeeded()
        let time = clock.timestamp()
        let giving = state.transactions.all.filter { recorded in
            let transaction = recorded.transaction
            return productIDs.contains(transaction.productID) && !transaction.isConsumable && !recorded.life.isTakenBack
                && transaction.expirationTime.map { $0 > time } ?? true
        }
        return (giving.sorted { $0.sequence < $1.sequence }, time)
    }

    /// Every transaction that is here as a whole, and the present time.
    func whole() async -> (transactions: [LedgerTransaction], time: Timestamp) {
        await mendIfNeeded()
        return (state.transactions.all, clock.timestamp())
    }

    /// What is recorded of these transactions: those that are here as a whole, and the identifiers of archived ones.
    func recorded(_ ids: [String]) async -> (whole: [String: LedgerTransaction], archived: Set<String>) {
        await mendIfNeeded()
        let whole = ids.reduce(into: [:]) { $0[$1] = state.transactions[$1] }
        return (whole, Set(ids.filter { whole[$0] == nil && state.transactions.sequence(of: $0) != nil }))
    }

    /// Decides something by what is on record, in one step in which nothing is recorded.
    package func deciding<Decision: Sendable>(
        _ decide: @Sendable (borrowing LedgerState) -> Decision
    ) async -> Decision {
        await mendIfNeeded()
        return Self.lend(&state, to: decide)
    }

    /// The same without a wait, on the ledger's executor; `nil` when the state has to be read again first.
    package nonisolated func decidingAtOnce<Decision: Sendable>(
        _ decide: @Sendable (borrowing LedgerState) -> Decision
    ) -> Decision? {
        assumeIsolated { ledger in ledger.trouble == nil ? Self.lend(&ledger.state, to: decide) : nil }
    }

    /// Lends the state to who only reads it: to deliver what an actor holds would copy it.
    private static func lend<Value>(_ state: inout LedgerState, to read: (borrowing LedgerState) -> Value) -> Value {
        read(state)
    }

    /// The payments without a transaction, the oldest first, and how each ended, if it did.
    package var openPayments: [RecordedPayment] { state.payments.ordered }

    /// One transaction, once its latest update has been stored; `nil` also when the storage cannot be read.
    package func transaction(_ id: String) async -> LedgerTransaction? {
        await mendIfNeeded()
        guard let transaction = state.transactions[id], transaction.sequence > log.lastSequence else {
            return state.transactions[id]
        }
        return try? await stored { $0.transactions[id] }
    }

    /// One transaction, as ``transaction(_:)`` reads it; where a handler is called next, that call counts as begun.
    package func beginning(_ id: String) async -> LedgerTransaction? {
        while let transaction = await transaction(id) {
            guard [.grant, .revoke].contains(transaction.life.next) else { return transaction }
            if state.begin(transaction) { return transaction }
        }
        return nil
    }

    /// Those of these transactions that nothing keeps from being finished, and unknown ones, which failed.
    package func finishable(_ due: PendingFinishes) async throws -> PendingFinishes {
        // This is nearly always so, and need not wait for what is being stored now.
        if trouble == nil, Self.lend(&state, to: { $0.transactions.isStillDue(due) }) { return due }
        return try await stored { $0.transactions.finishable(due) }
    }

    /// Everything with which something is still to be done, in the order of its updates; empty while storage cannot
    /// be read.
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

    /// What the ledger calls the transaction of an identifier of which something is true; otherwise the identifier.
    package func name(of id: String, where isMeant: @Sendable (TransactionLife) -> Bool) -> String {
        state.transactions.names(of: id).first { state.transactions[$0].map { isMeant($0.life) } == true } ?? id
    }
}

// The named consumers.
extension TransactionLedger {
    /// Registers named consumers that are new here, before anything is recorded.
    ///
    /// Their records are written in front of the first ones of this session.
    package func register(_ consumers: [UpdateConsumer]) {
        for consumer in consumers where state.consumers[consumer.name] == nil {
            registered[consumer.name] = log.cursor(of: consumer.start) ?? log.lastSequence
        }
        registerAgain()
        keepForConsumers()
    }

    /// Has the log keep what named consumers have not acknowledged, where it cannot be read from a storage.
    func keepForConsumers() {
        if storage.history == nil { log.keep(after: state.consumers.values.min()) }
    }

    /// Registers those once more that are not in a state that was read from the storage.
    func registerAgain() {
        unwritten = []
        for (name, sequence) in registered.sorted(by: { $0.key < $1.key }) where state.consumers[name] == nil {
            state.apply(.consumer(name, sequence))
            unwritten.append(.consumer(name, sequence))
        }
    }

    /// What named consumers could not deal with: all of it, or that of one consumer.
    package func failedUpdates(of consumer: String? = nil) async -> [(consumer: String, entry: FailedUpdates.Entry)] {
        guard let failed = try? await stored({ $0.failedUpdates }) else { return [] }
        return (consumer.map { [$0] } ?? failed.consumers).flatMap { name in failed[name].map { (name, $0) } }
    }
}
