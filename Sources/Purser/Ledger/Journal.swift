/// The journal of a store: one storage with the records of all users, and what they come to.
///
/// Owns the storage, and the states of the users who have no session. Promises: it is read once; a session gets the state
/// of its user, and gives it back when it ends. Never decides anything, and writes nothing by itself.
package final class Journal: Sendable {
    private struct State: Sendable {
        /// The states of those who have no session; `nil` before the first reading, and after a failed write.
        var records: StoreRecords?
        /// Their updates, where these are not stored.
        var updates: [LedgerKey: [StoreUpdate]] = [:]
    }

    /// The storage of all users' records.
    package let storage: any LedgerStorage
    private let steps: DeliverySteps
    private let state = Lock(State())

    /// Nothing is read before the first state is taken.
    ///
    /// - Parameter steps: the steps due of transactions, for all users.
    package init(storage: any LedgerStorage, steps: DeliverySteps = DeliverySteps()) {
        (self.storage, self.steps) = (storage, steps)
    }

    /// The part of it that has one's records, for one session.
    package func ledger(of key: LedgerKey) -> any LedgerStorage { JournalLedger(journal: self, key: key) }

    /// Closes the storage.
    package func close() async { try? await storage.worker.run { [storage] in storage.close() } }

    /// The state before the first record.
    fileprivate func empty(_ key: LedgerKey) throws -> LedgerState {
        LedgerState(secret: try storage.secret(), account: key.account, deliverySteps: steps)
    }

    fileprivate func take(_ key: LedgerKey) throws -> (state: LedgerState, updates: [StoreUpdate])? {
        try state.withLock { state in
            if state.records == nil { (state.records, state.updates) = try read() }
            guard let known = state.records?.take(key) else { return nil }
            return (known, state.updates.removeValue(forKey: key) ?? [])
        }
    }

    /// The records about all users, and the open payments of those who have no session; reads the journal if needed.
    ///
    /// - Throws: the error of the storage.
    package func readShared() async throws -> (
        state: LedgerState, payments: [(user: UserID, payment: RecordedPayment)]
    ) {
        try await storage.worker.run { [self] in
            try state.withLock { state in
                if state.records == nil { (state.records, state.updates) = try read() }
                return try (state.records?[.claims] ?? empty(.claims), state.records?.payments ?? [])
            }
        }
    }

    /// Drops what ``readShared()`` has returned about all users, where it is kept from now on.
    package func dropShared() { state.withLock { _ = $0.records?.take(.claims) } }

    /// Prepares what was decided about users who have no session.
    ///
    /// - Returns: the records, by sections; if they cannot be stored, ``forget()`` has to be called.
    /// - Throws: ``PurchaseFailure``.
    package func prepare(_ missed: [UserID: MissedChanges], now: Timestamp) async throws -> [LedgerRecord] {
        guard !missed.isEmpty else { return [] }
        let isRead = state.withLock { $0.records != nil }
        if !isRead { _ = try await readShared() }
        return try state.withLock { state in
            var records: [LedgerRecord] = []
            for (user, changes) in missed.sorted(by: { $0.key < $1.key }) {
                let key = LedgerKey.user(user)
                guard var known = state.records?.take(key) else { continue }
                let new = try known.records(missed: changes, now: now)
                state.records?.put(known, for: key)
                if storage.history(of: key) == nil { state.updates[key, default: []] += new.compactMap(\.update) }
                if !new.isEmpty { records += [.section(key)] + new }
            }
            return records
        }
    }

    /// Stores records about all users; they are synced on return.
    ///
    /// - Throws: the error of the storage.
    package func append(_ shared: [LedgerRecord]) async throws {
        let records = [.section(.claims)] + shared + [.section(.shared)]
        try await storage.worker.run { [storage] in try storage.append(records, isUrgent: true) }
    }

    /// Whether anything may be recorded; nothing is opened or made for that.
    package func mayHaveRecords() async -> Bool {
        (try? await storage.worker.run { [storage] in storage.mayHaveRecords }) ?? true
    }

    /// Forgets a user: the record of that is synced on return.
    ///
    /// - Throws: the error of the storage.
    package func forget(_ user: UserID) async throws {
        try await append([.forgotten(user)])
        state.withLock { state in
            _ = state.records?.take(.user(user))
            state.updates[.user(user)] = nil
        }
    }

    /// A write has failed: everything is read again when it is needed.
    package func forget() { state.withLock { $0 = State() } }

    fileprivate func putBack(_ ledger: LedgerState?, _ updates: [StoreUpdate], of key: LedgerKey) {
        state.withLock { state in
            guard let ledger else {
                state = State()
                return
            }
            state.records?.put(ledger, for: key)
            if !updates.isEmpty { state.updates[key] = updates }
        }
    }

    private func read() throws -> (StoreRecords, [LedgerKey: [StoreUpdate]]) {
        let secret = try storage.secret()
        let keepsUpdates = storage.history(of: .shared) == nil
        var records = StoreRecords { [steps] in
            LedgerState(secret: secret, account: $0.account, deliverySteps: steps)
        }
        var (section, updates) = (LedgerKey.shared, [LedgerKey: [StoreUpdate]]())
        try storage.load { record in
            if case .section(let key) = record { section = key }
            if keepsUpdates, let update = record.update { updates[section, default: []].append(update) }
            records.apply(record)
        }
        return (records, updates)
    }
}

/// The records of one user, or of all, in a store's journal, during one session.
///
/// After `close()` it accepts no more records: by then the user's next session may write there.
private struct JournalLedger: LedgerStorage {
    let journal: Journal
    let key: LedgerKey
    private let isClosed = Lock(false)

    init(journal: Journal, key: LedgerKey) { (self.journal, self.key) = (journal, key) }

    var worker: BlockingWorker { journal.storage.worker }
    var mayHaveRecords: Bool { journal.storage.mayHaveRecords }
    func secret() throws -> LedgerSecret { try journal.storage.secret() }
    func history(of key: LedgerKey) -> (any LedgerUpdates)? { journal.storage.history(of: key) }
    func takeState() throws -> (state: LedgerState, updates: [StoreUpdate])? {
        try journal.take(key) ?? contents(after: journal.empty(key))
    }
    func putBack(_ state: LedgerState?, updates: [StoreUpdate]) { journal.putBack(state, updates, of: key) }
    func load(_ body: (LedgerRecord) throws -> Void) throws { try journal.storage.load(key, body) }
    func close() { isClosed.withLock { $0 = true } }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw PurchaseFailure(.ledgerUnavailable, "The session of this ledger is over. Call the store again.")
        }
        guard key != .shared else { return try journal.storage.append(records, isUrgent: isUrgent) }
        try journal.storage.append([.section(key)] + records + [.section(.shared)], isUrgent: isUrgent)
    }

    func compact(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool)
        throws
    {
        try journal.storage.compact(keeping: floor, unless: isStopped)
    }
}

extension LedgerStorage {
    /// Reads the records of one user, or those of all.
    package func load(_ key: LedgerKey, _ body: (LedgerRecord) throws -> Void) throws {
        var (count, forgotten) = (0, 0)
        try load { record in
            count += 1
            if case .forgotten(let user) = record, key == .user(user) { forgotten = count }
        }
        var section = LedgerKey.shared
        count = 0
        try load { record in
            count += 1
            guard case .section(let next) = record else {
                if section == key, count > forgotten { try body(record) }
                return
            }
            section = next
        }
    }
}
