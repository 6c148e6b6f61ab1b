/// The journal of a store: one storage with the records of all users, and what they come to.
///
/// Owns the storage, the open payments of all users, and the states of the users who have no session. Promises: it is
/// read once; a session gets the state of its user, and gives it back when it ends; the user of a payment is stored before
/// it is submitted, and what is decided about an absent user with the present user's records (U3); decisions are made one
/// after the other; after a failed write everything is read again before the next decision is stored. Never touches the
/// present user's ledger.
package final class Journal: Sendable {
    private struct Known: Sendable {
        /// The open payments, and what decides about reports.
        var intake: IntakeState
        /// The states of those who have no session; `nil` before the first reading, and after a failed write.
        var records: StoreRecords?
        /// Their updates, where these are not stored.
        var updates: [LedgerKey: [StoreUpdate]] = [:]
        /// Whose session has its state.
        var present: LedgerKey?
        var failures = 0
    }

    /// The storage of all users' records.
    package let storage: any LedgerStorage
    private let steps: DeliverySteps
    /// Whether all users share one state.
    private let isShared: Bool
    let promotions: PromotedPurchases?
    private let known: Lock<Known>

    /// Nothing is read before it is needed.
    ///
    /// - Parameters:
    ///   - isShared: whether all users share one state.
    ///   - steps: the steps due of transactions, for all users.
    ///   - promotions: the promoted purchases, which are recorded at the same place.
    package init(
        storage: any LedgerStorage, isShared: Bool, steps: DeliverySteps = DeliverySteps(),
        promotions: PromotedPurchases? = nil, answersNamePayments: Bool = true
    ) {
        (self.storage, self.isShared, self.steps, self.promotions) = (storage, isShared, steps, promotions)
        known = Lock(Known(intake: IntakeState(answersNamePayments: answersNamePayments)))
    }

    /// The part of it that has one's records, for one session.
    package func ledger(of key: LedgerKey) -> any LedgerStorage { JournalLedger(journal: self, key: key) }

    /// Closes the storage.
    package func close() async { try? await storage.worker.run { [storage] in storage.close() } }

    // MARK: Reading

    /// Whether everything that is recorded is known.
    package var isCurrent: Bool { known.withLock { $0.records != nil } }

    /// Reads the records, unless that was done, and no write has failed since.
    ///
    /// - Throws: the error of the storage.
    package func open() async throws {
        if !isCurrent { try await storage.worker.run { [self] in try read() } }
    }

    /// Reads the records if there are any, for a store that has no user yet.
    ///
    /// - Throws: the error of the storage.
    package func openIfRecorded() async throws {
        if (try? await storage.worker.run { [storage] in storage.mayHaveRecords }) ?? true { try await open() }
    }

    /// A session begins: no call waits any more for the open payments of earlier sessions.
    ///
    /// - Returns: how many batches were counted in them; those of this session are counted from there.
    /// - Throws: the error of the storage.
    package func begin() async throws -> UInt64 {
        try await open()
        return withState { $0.becomePresent() }
    }

    private func read() throws {
        while let (failures, present) = known.withLock({ $0.records == nil ? ($0.failures, $0.present) : nil }) {
            var (records, updates, isForgetting) = try contents(except: present)
            let everybody = records[.everybody]
            let payments = records.takePayments().ordered.filter { ($0.user == nil) == isShared }
            let isNew = known.withLock { [records] known in
                guard known.failures == failures, known.present == present, known.records == nil else { return false }
                known.intake.adopt(everybody.payers, payments: payments)
                (known.records, known.updates) = (records, updates)
                return true
            }
            guard isNew else { continue }
            promotions?.withState { $0.adopt(everybody.promotions) }
            // The program ended while a user was being forgotten, or the disk was full.
            if isForgetting { try? storage.compactWholly { _, _ in 1 } }
        }
    }

    private func contents(except present: LedgerKey?) throws -> (
        records: StoreRecords, updates: [LedgerKey: [StoreUpdate]], isForgetting: Bool
    ) {
        let secret = try storage.secret()
        let keepsUpdates = storage.history(of: .shared) == nil
        var records = StoreRecords(except: present) { [steps] in
            LedgerState(secret: secret, account: $0.account, deliverySteps: steps)
        }
        var updates: [LedgerKey: [StoreUpdate]] = [:]
        var isForgetting = false
        try storage.load { record in
            records.apply(record)
            if case .forgotten(let user) = record { (updates[.user(user)], isForgetting) = (nil, true) }
            guard keepsUpdates, records.section != present, let update = record.update else { return }
            updates[records.section, default: []].append(update)
        }
        return (records, updates, isForgetting)
    }

    // MARK: Deciding

    /// Reads or changes the open payments, in one step.
    package func withState<Result>(_ body: (inout IntakeState) -> Result) -> Result {
        known.withLock { body(&$0.intake) }
    }

    /// Decides something in one step, and changes the records of all users.
    ///
    /// - Parameters:
    ///   - present: the records of the user who has a session.
    ///   - turn: fails when the others' records cannot be read; `decide` gets none of them then.
    package func deciding(
        _ present: inout LedgerState, _ turn: inout Turn,
        by decide: (inout IntakeState, inout StoreRecords, inout Turn) -> Void
    ) {
        known.withLock { known in
            let isRead = known.records != nil
            if !isRead {
                turn.failure = PurchaseFailure(.ledgerUnavailable, "The records of all users cannot be read.")
            }
            // Taken out: two references to them would copy them.
            var records = known.records.take() ?? StoreRecords(hash: present.hash)
            records.lending(&present) { decide(&known.intake, &$0, &turn) }
            if isRead { known.records = records }
        }
    }

    /// Whether a user who has no session fulfils a condition; true when the records cannot be read.
    package func containsAbsent(where condition: (borrowing LedgerState) -> Bool) -> Bool {
        !isShared && known.withLock { $0.records?.containsUser(where: condition) ?? true }
    }

    /// A write has failed: everything is read again when it is needed.
    ///
    /// A storage that keeps nothing has nothing to read; there only writes of sessions that are over fail.
    package func writeFailed() {
        guard storage.keepsRecords else { return }
        known.withLock { ($0.records, $0.updates, $0.failures) = (nil, [:], $0.failures + 1) }
    }

    // MARK: Writing

    /// Decisions could not be stored: they are undone, and everything is read again.
    package func undo(_ turn: borrowing Turn, arrival: UInt64) {
        withState { $0.undo(turn, arrival: arrival) }
        writeFailed()
    }

    /// Keeps the updates among records of users who have no session, where updates are not stored.
    package func keepUpdates(of records: [LedgerRecord]) {
        guard storage.history(of: .shared) == nil else { return }
        var section = LedgerKey.shared
        known.withLock { known in
            for record in records {
                if case .section(let key) = record { section = key }
                if let update = record.update { known.updates[section, default: []].append(update) }
            }
        }
    }

    /// Stores records about all users; they are synced on return.
    ///
    /// - Parameters:
    ///   - make: makes them when it is their turn.
    ///   - stored: is called with them before anything else is stored.
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
            writeFailed()
            throw error
        }
    }

    /// Stores the changes of promoted purchases.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
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

    /// Forgets a user who has no session, and leaves no byte of what was recorded.
    ///
    /// - Parameter ledger: that of the present session.
    /// - Throws: the error of the storage.
    package func forget(_ user: UserID, beside ledger: TransactionLedger) async throws {
        try await open()
        let forget = { @Sendable [self] in
            known.withLock { known in
                _ = known.records?.take(.user(user))
                known.updates[.user(user)] = nil
                known.intake.book.forget(user)
            }
        }
        if (ledger.storage as? JournalLedger)?.journal === self {
            // After everything that was decided with the user's records, and before everything that is not.
            do {
                try await ledger.record(forgotten: user, forget)
            } catch {
                writeFailed()
                throw error
            }
        } else {
            // While no user is named no session writes.
            try await append { [.forgotten(user)] }
            forget()
        }
        try await ledger.compactWholly(storage)
    }
}

// For the ledger of one account.
extension Journal {
    func take(_ key: LedgerKey) throws -> (state: LedgerState, updates: [StoreUpdate]) {
        while true {
            try read()
            let taken = known.withLock { known -> (state: LedgerState, updates: [StoreUpdate])? in
                guard let state = known.records?.take(key) else { return nil }
                known.present = key
                return (state, known.updates.removeValue(forKey: key) ?? [])
            }
            if let taken { return taken }
        }
    }

    func putBack(_ ledger: LedgerState?, _ updates: [StoreUpdate], of key: LedgerKey) {
        known.withLock { known in
            known.present = nil
            guard let ledger else {
                (known.records, known.updates) = (nil, [:])
                return
            }
            guard known.records != nil else { return }
            known.records?.put(ledger, for: key)
            if !updates.isEmpty { known.updates[key] = updates }
        }
    }
}
