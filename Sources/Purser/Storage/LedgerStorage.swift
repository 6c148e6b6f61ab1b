/// The storage of the ledger's records; calls come one at a time, through ``worker``, and may block.
package protocol LedgerStorage: Sendable {
    /// The ledger's secret, the same at each call; opens the storage if it is not open.
    func secret() throws -> KeyedHash

    /// Whether it may have records: `false` when nothing was ever stored there. Nothing is opened or made for that.
    var mayHaveRecords: Bool { get }

    /// Reads all acknowledged records, in order; after a failed write they are the truth.
    ///
    /// Those of several users are between records of the change of sections, as in each write.
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`, naming file and offset, or `.alreadyOpen`.
    func load(_ body: (LedgerRecord) throws -> Void) throws

    /// Stores records, all or none; returns when they are synced or, if `isUrgent` is false, only passed on.
    ///
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`; then none of the records counts as stored.
    func append(_ records: [LedgerRecord], isUrgent: Bool) throws

    /// Releases everything; no call follows.
    func close()

    /// Replaces old records by a snapshot of their state, if that saves enough space; ends early when `isStopped`.
    ///
    /// It may be called during an `append`, from one thread at a time; each user's updates from `floor` on stay readable.
    func compact(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool)
        throws

    /// Replaces all records by a snapshot of their state: on return nothing else is in the storage.
    ///
    /// It may be called like ``compact(keeping:unless:)``, and waits for that.
    func compactWholly(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64) throws

    /// The stored updates of one ledger, for consumers that have not read them yet; `nil` when nothing is stored.
    func history(of key: LedgerKey) -> (any LedgerUpdates)?

    /// Makes the calls: on a separate thread if they may block for long.
    var worker: BlockingWorker { get }
}

extension LedgerStorage {
    /// Whether it may have records: always, because reading them takes no time.
    package var mayHaveRecords: Bool { true }
    /// Does nothing: there is nothing to release.
    package func close() {}
    /// Does nothing, because nothing is kept.
    package func compact(
        keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool
    ) {}
    /// Does nothing, because nothing is kept.
    package func compactWholly(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64) {}
    /// `nil`: no updates are kept.
    package func history(of key: LedgerKey) -> (any LedgerUpdates)? { nil }
    /// The caller's own thread.
    package var worker: BlockingWorker { .inline }
}

extension LedgerStorage {
    /// Stores records of one user, or about all, as ``append(_:isUrgent:)``.
    func append(_ records: [LedgerRecord], of key: LedgerKey, isUrgent: Bool) throws {
        guard key != .shared else { return try append(records, isUrgent: isUrgent) }
        try append([.section(key)] + records + [.section(.shared)], isUrgent: isUrgent)
    }
}

/// Keeps nothing: the ledger lives as long as its process, and the backend keeps unfinished transactions.
package struct MemoryLedgerStorage: LedgerStorage {
    private let drawn: KeyedHash

    /// Makes a storage that keeps nothing, with this secret or a random one.
    package init(secret: KeyedHash? = nil) {
        var generator = SystemRandomNumberGenerator()
        drawn = secret ?? KeyedHash(using: &generator)
    }

    /// The drawn or given secret.
    package func secret() -> KeyedHash { drawn }
    /// Reads no records.
    package func load(_ body: (LedgerRecord) throws -> Void) {}
    /// Drops the records; their changes are in the ledger's state.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) {}
}

/// The stored updates of one ledger.
package protocol LedgerUpdates: UpdateHistory {
    /// Advances when there are more files to replace by a snapshot.
    var sealings: EventCount { get }
}
