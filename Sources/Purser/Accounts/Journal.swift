/// The journal of a store: one storage with the records of all users, and what they come to.
///
/// Owns the storage, and the states of the users who have no session. Promises: it is read once; a session gets the state
/// of its user, and gives it back when it ends. Never decides anything, and writes nothing by itself.
package final class Journal: Sendable {
    private struct State: Sendable {
        /// The states of those who have no session; `nil` before the first reading.
        var records: StoreRecords?
        /// Their updates, where these are not stored.
        var updates: [LedgerKey: [StoreUpdate]] = [:]
        /// Those whose states have to be read again, because a write has failed.
        var unknown: Set<LedgerKey> = []
    }

    fileprivate let storage: any LedgerStorage
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
            guard !state.unknown.contains(key), let known = state.records?.take(key) else { return nil }
            return (known, state.updates.removeValue(forKey: key) ?? [])
        }
    }

    fileprivate func putBack(_ ledger: LedgerState?, _ updates: [StoreUpdate], of key: LedgerKey) {
        state.withLock { state in
            guard let ledger else {
                _ = state.unknown.insert(key)
                return
            }
            state.unknown.remove(key)
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
            if keepsUpdates, case .update(let update, _) = record { updates[section, default: []].append(update) }
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
        var section = LedgerKey.shared
        try load { record in
            if case .section(let next) = record { section = next } else if section == key { try body(record) }
        }
    }
}
