/// Where the ledger keeps its records; calls come one at a time, by way of ``worker``, and may block.
package protocol LedgerStorage: Sendable {
    /// The ledger's secret, the same at each call; opens the storage if need be.
    func secret() throws -> LedgerSecret

    /// Whose ledger it is.
    var account: StoreAccount { get }

    /// Gives everything that was acknowledged so far, in order; after a failed write it is the truth.
    ///
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`, naming file and offset, or `.alreadyOpen`.
    func load(_ body: (LedgerRecord) throws -> Void) throws

    /// Stores records, all or none; returns when they are safe, or just handed on where `isUrgent` is false.
    ///
    /// It throws ``PurchaseFailure`` with `.ledgerUnavailable`; none of the records counts as stored then.
    func append(_ records: [LedgerRecord], isUrgent: Bool) throws

    /// Lets go of everything; no call follows.
    func close()

    /// Replaces old records by a snapshot of the state that they give, if that saves enough space.
    ///
    /// It may be called while others append, from one thread at a time; updates from `floor` on stay readable.
    func compact(keeping floor: @Sendable () -> UInt64) throws

    /// The updates that were stored, for readers that have not seen them yet; `nil` where nothing is stored.
    var history: LedgerHistory? { get }

    /// What makes the calls: a thread of their own where they may block for long.
    var worker: BlockingWorker { get }
}

extension LedgerStorage {
    /// That of everybody.
    package var account: StoreAccount { .shared }
    /// Does nothing: there is nothing to let go of.
    package func close() {}
    /// Does nothing: nothing is kept that could be replaced.
    package func compact(keeping floor: @Sendable () -> UInt64) throws {}
    /// `nil`: no updates are kept.
    package var history: LedgerHistory? { nil }
    /// The caller's own thread.
    package var worker: BlockingWorker { .inline }
}

/// Keeps nothing: the ledger lives as long as its process, and the store backend keeps what is unfinished.
package struct MemoryLedgerStorage: LedgerStorage {
    private let drawn: LedgerSecret

    /// Storage that keeps nothing, with this secret or one that it draws.
    package init(secret: LedgerSecret? = nil) {
        var generator = SystemRandomNumberGenerator()
        drawn = secret ?? LedgerSecret(using: &generator)
    }

    /// The secret that was drawn or given.
    package func secret() -> LedgerSecret { drawn }
    /// Gives no records.
    package func load(_ body: (LedgerRecord) throws -> Void) {}
    /// Forgets the records; what they change is in the ledger's state.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) {}
}
