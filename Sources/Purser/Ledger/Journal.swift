/// The journal of a store: one storage with the records of all users, and what they come to.
///
/// Owns the storage, what is recorded of each user, and the open payments. Promises: it is read once, and after a failed
/// write everything is read again before anything more is decided (L2); decisions are made one after the other; the user
/// of a payment is stored before it is submitted, and what is decided about an absent user with the present user's records
/// (U3). The parts of a session run on its executor, and change what it owns without a wait. Never calls the backend, the
/// callers, or the app's handlers.
package actor Journal {
    /// The storage of all users' records.
    package nonisolated let storage: any LedgerStorage
    nonisolated let promotions: PromotedPurchases?
    nonisolated let commits: CommitQueue
    /// The steps due of transactions, for all users.
    private nonisolated let steps: DeliverySteps
    /// Whether all users share one state.
    private nonisolated let isShared: Bool
    /// Until when products wait for an approval, for those who do not run on its executor.
    private nonisolated let pendingEnds = Lock<[String: Timestamp]>([:])

    /// What is known; only ``change(_:)`` uses it.
    ///
    /// `nonisolated(unsafe)`, because the parts of a session, which run on this executor, change it without a wait. Each
    /// access checks that, as `assumeIsolated` does, which allocates twice at each call: a twentieth of a lone purchase.
    private nonisolated(unsafe) var state: JournalState
    /// The updates of the users who are absent, where these are not stored.
    private var updates: [LedgerKey: [StoreUpdate]] = [:]
    /// The ledger of the present user, which publishes what is stored.
    private var ledger: TransactionLedger?
    /// The forgotten users whose records are still in the storage.
    private var forgotten: Set<UserID> = []

    /// Nothing is read before it is needed; promoted purchases are recorded at the same place.
    package init(
        storage: any LedgerStorage, isShared: Bool, steps: DeliverySteps = DeliverySteps(),
        promotions: PromotedPurchases? = nil, answersNamePayments: Bool = true
    ) {
        (self.storage, self.isShared, self.steps, self.promotions) = (storage, isShared, steps, promotions)
        state = JournalState(IntakeState(answersNamePayments: answersNamePayments))
        commits = CommitQueue(storage: storage)
    }

    /// Reads or changes what is known, for the parts of a session, too; traps elsewhere than on this executor.
    @inline(__always)  // With the others a tenth of a lone purchase.
    nonisolated func change<Value>(_ body: (inout JournalState) -> Value) -> Value {
        preconditionIsolated()
        defer { if let ends = state.changedPendingEnds() { pendingEnds.withLock { $0 = ends } } }
        return body(&state)
    }

    /// Reads or changes what is recorded of a user, in one access.
    nonisolated func change<Value>(_ key: LedgerKey, _ body: (inout LedgerState) -> Value) -> Value {
        change { $0.records.change(key, body) }
    }

    /// What is recorded of all users.
    var records: StoreRecords { change(\.records) }
    /// Whether nothing has to be read again before something is decided.
    nonisolated var isCurrent: Bool { change { !$0.isOutdated } }
    /// Until when the present user's payments of a product wait for an approval; `nil` when none does.
    nonisolated func pendingEnd(of productID: String) -> Timestamp? { pendingEnds.withLock { $0[productID] } }

    /// Closes the storage.
    package nonisolated func close() async { try? await storage.worker.run { [storage] in storage.close() } }

    // MARK: Reading

    /// Reads the records if there are any, for a store that has no user yet; throws the error of the storage.
    package func openIfRecorded() async throws {
        if (try? await storage.worker.run { [storage] in storage.mayHaveRecords }) ?? true { try await open() }
    }

    /// Reads the records, unless that was done, and no write has failed since; throws the error of the storage.
    ///
    /// Some updates of writes that seemed to fail may be stored, and are published now. Nothing is decided meanwhile: of
    /// several callers who read, the first one's reading counts.
    package func open() async throws {
        while !isCurrent {
            let (failed, key, log) = (change(\.failures), change(\.records.owner), ledger?.log)
            let read = try await storage.worker.run { [self] in try contents(of: key, log) }
            guard change({ $0.records.owner == key && $0.wasRead(after: failed) }) else { continue }
            await adopt(read)
        }
    }

    /// Everything that the storage has.
    private struct Contents: Sendable {
        var records: StoreRecords
        /// The present user's that are to be published and, where updates are not stored, those of all others.
        var updates: [LedgerKey: [StoreUpdate]] = [:]
        /// The program ended while these users were being forgotten, or the disk was full.
        var forgotten: Set<UserID> = []
    }

    /// - Parameter log: has what is published; nothing is stored meanwhile.
    private nonisolated func contents(of present: LedgerKey?, _ log: UpdateLog?) throws -> Contents {
        let (secret, last) = (try storage.secret(), log?.lastSequence)
        let keepsUpdates = storage.history(of: .shared) == nil
        var contents = Contents(
            records: StoreRecords(of: present) { [steps] in
                LedgerState(secret: secret, account: $0.account, deliverySteps: steps)
            })
        try storage.load { record in
            contents.records.apply(record)
            let section = contents.records.section
            if case .forgotten(let user) = record {
                contents.updates[.user(user)] = nil
                contents.forgotten.insert(user)
            }
            guard let update = record.update else { return }
            let isUnpublished = section == present && last.map { $0 < update.sequence } == true
            if isUnpublished || keepsUpdates && (section != present || last == nil) {
                contents.updates[section, default: []].append(update)
            }
        }
        return contents
    }

    private func adopt(_ read: Contents) async {
        var read = read
        let everybody = read.records[.everybody]
        let payments = read.records.takePayments().ordered.filter { ($0.user == nil) == isShared }
        change { state in
            state.intake.adopt(everybody.payers, payments: payments)
            state.records = read.records
        }
        (updates, forgotten) = (read.updates, read.forgotten)
        promotions?.withState { $0.adopt(everybody.promotions) }
        commits.mended()
        if let ledger { ledger.readAgain(updates.removeValue(forKey: ledger.key) ?? []) }
        if !forgotten.isEmpty { try? await removeForgotten() }
    }

    private func removeForgotten() async throws {
        try await storage.worker.run { [storage] in try storage.compactWholly { _, _ in 1 } }
        forgotten = []
    }
}

// MARK: - Sessions

extension Journal {
    /// A session begins, and no call waits any more for the open payments of earlier ones; throws the error of the storage.
    ///
    /// Its ledger is made from what is recorded of its user, the updates where these are not stored, and the number of
    /// batches that were counted in the sessions before. A user who was forgotten begins anew, so nothing of before may be
    /// left.
    package func begin(
        _ key: LedgerKey, in environment: StoreEnvironment,
        _ make: @Sendable (borrowing LedgerState, [StoreUpdate], UInt64) -> TransactionLedger
    ) async throws -> TransactionLedger {
        try await open()
        if let user = key.user, forgotten.contains(user) { try await removeForgotten() }
        let recent = updates.removeValue(forKey: key) ?? []
        let ledger = change { state in
            let arrivals = state.become(of: key, in: environment)
            return make(state.records.present, recent, arrivals)
        }
        self.ledger = ledger
        return ledger
    }

    /// The session of a ledger ends: `body` removes what it has not written, and its updates are kept in memory where these
    /// are not stored.
    nonisolated func end(
        _ ledger: TransactionLedger, _ inMemory: [StoreUpdate], _ body: @Sendable (inout LedgerState) -> Void
    ) {
        assumeIsolated { journal in
            guard journal.ledger === ledger else { return }
            journal.ledger = nil
            journal.change { $0.records.change(ledger.key, body) }
            if !inMemory.isEmpty { journal.updates[ledger.key] = inMemory }
        }
    }

    /// Whether a user who is absent fulfils a condition; true when the records cannot be read.
    package func containsAbsent(where condition: (borrowing LedgerState) -> Bool) -> Bool {
        !isShared && change { $0.isOutdated || $0.records.containsAbsent(where: condition) }
    }

    /// Keeps the updates among records of absent users, where updates are not stored.
    nonisolated func keepUpdates(of records: [LedgerRecord]) {
        guard storage.history(of: .shared) == nil else { return }
        var section = LedgerKey.shared
        assumeIsolated { journal in
            for record in records {
                if case .section(let key) = record { section = key }
                if let update = record.update { journal.updates[section, default: []].append(update) }
            }
        }
    }
}

// MARK: - Writing what is about all users

extension Journal {
    /// Stores records about all users, which are made when it is their turn and synced on return; `stored` is called with
    /// them before anything else is stored.
    private func append(
        _ make: @escaping @Sendable () -> [LedgerRecord],
        stored: @escaping @Sendable ([LedgerRecord]) -> Void = { _ in }
    ) async throws {
        do {
            try await storage.worker.run { [storage] in
                let records = make()
                if !records.isEmpty { try storage.append(records, of: .everybody, isUrgent: true) }
                stored(records)
            }
        } catch {
            change { $0.writeFailed() }
            throw error
        }
    }

    /// Stores the changes of promoted purchases; throws ``PurchaseFailure`` with `.ledgerUnavailable`.
    package func storePromotions() async throws(PurchaseFailure) {
        guard let promotions, !promotions.withState(\.unstored).isEmpty else { return }
        do {
            // What is stored has to be known first.
            try await open()
            try await append {
                promotions.withState(\.unstored)
            } stored: { records in
                promotions.withState { $0.stored(records) }
            }
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }

    /// Forgets a user who has no session, and leaves no byte of what was recorded; throws the error of the storage.
    package func forget(_ user: UserID, beside session: TransactionLedger) async throws {
        if session.journal === self {
            try await session.record(forgotten: user)
        } else {
            try await open()
            // While no user is named no session writes.
            try await append { [.forgotten(user)] }
            drop(user)
        }
        try await session.compactWholly(storage)
        forgotten = []
    }

    /// Drops everything that is known of a user.
    nonisolated func drop(_ user: UserID) {
        assumeIsolated { journal in
            journal.change { state in
                state.records.forget(.user(user))
                state.intake.book.forget(user)
            }
            journal.updates[.user(user)] = nil
            journal.forgotten.insert(user)
        }
    }
}
