/// The storage of the ledger's records; calls come one at a time, through ``worker``, and may block.
package protocol LedgerStorage: Sendable {
    /// The ledger's secret, the same at each call; opens the storage if it is not open.
    func secret() throws -> LedgerSecret

    /// Whose ledger it is.
    var account: StoreAccount { get }

    /// Whether it may have records: `false` when nothing was ever stored there. Nothing is opened or made for that.
    var mayHaveRecords: Bool { get }

    /// Reads all acknowledged records, in order; after a failed write they are the truth.
    ///
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`, naming file and offset, or `.alreadyOpen`.
    func load(_ body: (LedgerRecord) throws -> Void) throws

    /// Stores records, all or none; returns when they are synced or, if `isUrgent` is false, only passed on.
    ///
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`; then none of the records counts as stored.
    func append(_ records: [LedgerRecord], isUrgent: Bool) throws

    /// Releases everything; no call follows.
    func close()

    /// Replaces old records by a snapshot of their state, if that saves enough space.
    ///
    /// It may be called during an `append`, from one thread at a time; updates from `floor` on stay readable.
    func compact(keeping floor: @Sendable () -> UInt64) throws

    /// The stored updates, for consumers that have not read them yet; `nil` when nothing is stored.
    var history: LedgerHistory? { get }

    /// Makes the calls: on a separate thread if they may block for long.
    var worker: BlockingWorker { get }
}

extension LedgerStorage {
    /// The shared account.
    package var account: StoreAccount { .shared }
    /// Whether it may have records: always, because reading them takes no time.
    package var mayHaveRecords: Bool { true }
    /// Does nothing: there is nothing to release.
    package func close() {}
    /// Does nothing, because nothing is kept.
    package func compact(keeping floor: @Sendable () -> UInt64) throws {}
    /// `nil`: no updates are kept.
    package var history: LedgerHistory? { nil }
    /// The caller's own thread.
    package var worker: BlockingWorker { .inline }
}

/// Keeps nothing: the ledger lives as long as its process, and the backend keeps unfinished transactions.
package struct MemoryLedgerStorage: LedgerStorage {
    private let drawn: LedgerSecret

    /// Makes a storage that keeps nothing, with this secret or a random one.
    package init(secret: LedgerSecret? = nil) {
        var generator = SystemRandomNumberGenerator()
        drawn = secret ?? LedgerSecret(using: &generator)
    }

    /// The drawn or given secret.
    package func secret() -> LedgerSecret { drawn }
    /// Reads no records.
    package func load(_ body: (LedgerRecord) throws -> Void) {}
    /// Drops the records; their changes are in the ledger's state.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) {}
}
