/// The journal of a store: one storage with the records of all users, and what they come to.
///
/// Owns the storage, and the states of the users who have no session. Promises: it is read once; a session gets the state
/// of its user, and gives it back when it ends. Never decides anything, and writes nothing by itself.
package final class Journal: Sendable {
    private struct Known: Sendable {
        /// The states of those who have no session; `nil` before the first reading, and after a failed write.
        var records: StoreRecords?
        /// Their updates, where these are not stored.
        var updates: [LedgerKey: [StoreUpdate]] = [:]
    }

    /// The storage of all users' records.
    package let storage: any LedgerStorage
    private let steps: DeliverySteps
    private let known = Lock(Known())

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

    fileprivate func take(_ key: LedgerKey) throws -> (state: LedgerState, updates: [StoreUpdate]) {
        try withKnown { records, updates in (records.take(key), updates.removeValue(forKey: key) ?? []) }
    }

    /// The records about all users, and the open payments of those who have no session; reads the journal if needed.
    ///
    /// - Throws: the error of the storage.
    package func readShared() async throws -> (
        state: LedgerState, payments: [(user: UserID, payment: RecordedPayment)]
    ) {
        try await storage.worker.run { [self] in try withKnown { records, _ in (records[.everybody], records.payments) }
        }
    }

    /// Drops what ``readShared()`` has returned about all users, where it is kept from now on.
    package func dropShared() { known.withLock { _ = $0.records?.take(.everybody) } }

    /// Reads or changes the states of the users who have no session; `nil` when nothing is read.
    ///
    /// If the changes cannot be stored, ``readAgain()`` has to be called.
    package func withAbsent<Result>(_ body: (inout StoreRecords?) -> Result) -> Result {
        known.withLock { body(&$0.records) }
    }

    /// Keeps the updates among records of users who have no session, where updates are not stored.
    func keepUpdates(of records: [LedgerRecord]) {
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
    /// - Throws: the error of the storage.
    package func append(_ shared: [LedgerRecord]) async throws {
        try await storage.worker.run { [storage] in try storage.append(shared, of: .everybody, isUrgent: true) }
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
        known.withLock { known in
            _ = known.records?.take(.user(user))
            known.updates[.user(user)] = nil
        }
    }

    /// A write has failed: everything is read again when it is needed.
    package func readAgain() { known.withLock { $0 = Known() } }

    fileprivate func putBack(_ ledger: LedgerState?, _ updates: [StoreUpdate], of key: LedgerKey) {
        guard let ledger else { return readAgain() }
        known.withLock { known in
            guard known.records != nil else { return }
            known.records?.put(ledger, for: key)
            if !updates.isEmpty { known.updates[key] = updates }
        }
    }

    /// Changes what is known; reads it first, if nothing is.
    private func withKnown<Result>(
        _ body: (inout StoreRecords, inout [LedgerKey: [StoreUpdate]]) throws -> Result
    ) throws -> Result {
        try known.withLock { known in
            let updates = known.updates
            var current = try known.records.take().map { (records: $0, updates: updates) } ?? read()
            defer { known = Known(records: current.records, updates: current.updates) }
            return try body(&current.records, &current.updates)
        }
    }

    private func read() throws -> (records: StoreRecords, updates: [LedgerKey: [StoreUpdate]]) {
        let secret = try storage.secret()
        let keepsUpdates = storage.history(of: .shared) == nil
        var records = StoreRecords { [steps] in
            LedgerState(secret: secret, account: $0.account, deliverySteps: steps)
        }
        var updates: [LedgerKey: [StoreUpdate]] = [:]
        try storage.load { record in
            records.apply(record)
            if case .forgotten(let user) = record { updates[.user(user)] = nil }
            guard keepsUpdates, let update = record.update else { return }
            updates[records.section, default: []].append(update)
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
    func takeState() throws -> (state: LedgerState, updates: [StoreUpdate])? { try journal.take(key) }
    func putBack(_ state: LedgerState?, updates: [StoreUpdate]) { journal.putBack(state, updates, of: key) }
    func load(_ body: (LedgerRecord) throws -> Void) throws { try journal.storage.load(key, body) }
    func close() { isClosed.withLock { $0 = true } }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw PurchaseFailure(.ledgerUnavailable, "The session of this ledger is over. Call the store again.")
        }
        try journal.storage.append(records, of: key, isUrgent: isUrgent)
    }

    func compact(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool)
        throws
    {
        try journal.storage.compact(keeping: floor, unless: isStopped)
    }
}

extension LedgerStorage {
    /// Reads the records of one user, or those of all; and also that the user is forgotten, before which nothing counts.
    package func load(_ key: LedgerKey, _ body: (LedgerRecord) throws -> Void) throws {
        var section = LedgerKey.shared
        try load { record in
            switch record {
            case .section(let next): section = next
            case .forgotten(let user) where key == .user(user): try body(record)
            default: if section == key { try body(record) }
            }
        }
    }

    /// Stores records of one user, or about all, as ``append(_:isUrgent:)``.
    func append(_ records: [LedgerRecord], of key: LedgerKey, isUrgent: Bool) throws {
        guard key != .shared else { return try append(records, isUrgent: isUrgent) }
        try append([.section(key)] + records + [.section(.shared)], isUrgent: isUrgent)
    }
}
