/// The records of one user, or of all, in a store's journal, during one session.
struct JournalLedger: LedgerStorage {
    let journal: Journal
    let key: LedgerKey

    var worker: BlockingWorker { journal.storage.worker }
    var mayHaveRecords: Bool { journal.storage.mayHaveRecords }
    func secret() throws -> KeyedHash { try journal.storage.secret() }
    func history(of key: LedgerKey) -> (any LedgerUpdates)? { journal.storage.history(of: key) }
    func takeState() throws -> (state: LedgerState, updates: [StoreUpdate])? { try journal.take(key) }
    func putBack(_ state: LedgerState?, updates: [StoreUpdate]) { journal.putBack(state, updates, of: key) }
    func load(_ body: (LedgerRecord) throws -> Void) throws { try journal.storage.load(key, body) }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
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
