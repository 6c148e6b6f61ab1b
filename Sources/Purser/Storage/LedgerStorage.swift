/// Where the ledger keeps its records.
///
/// Calls come one at a time, by way of ``worker``, and may block for as long as a write takes.
package protocol LedgerStorage: Sendable {
    /// The ledger's secret; opens the storage if need be, and is the same at each call.
    ///
    /// - Throws: as ``load(_:)``.
    func secret() throws -> LedgerSecret

    /// Whose ledger it is.
    var account: StoreAccount { get }

    /// Gives everything that was acknowledged so far, in order.
    ///
    /// Called at `open`, and again after a failed write: what it gives is then the truth.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, naming file and offset, or `.alreadyOpen`.
    func load(_ body: (LedgerRecord) throws -> Void) throws

    /// Stores records, all or none; returns when they are safe, or just handed on where `isUrgent` is false.
    ///
    /// Records that are not urgent say what would merely be done again if they were lost.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`; none of the records counts as stored then.
    func append(_ records: [LedgerRecord], isUrgent: Bool) throws

    /// Lets go of everything; no call follows.
    func close()

    /// Replaces old records by a snapshot of the state that they give, if that saves enough space, and drops those that
    /// nobody needs.
    ///
    /// May be called while others append, from one thread at a time.
    ///
    /// - Parameter floor: the first update that has to stay readable.
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

    /// Storage that keeps nothing.
    ///
    /// - Parameter secret: the ledger's secret; `nil` draws one.
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
