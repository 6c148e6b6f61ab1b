/// The ledger of the present user, in one session: which payments were requested, and which transactions were recorded,
/// delivered and finished.
///
/// Owns what is published: the updates and the entitlements. Promises: L1, L2, D1, O4 and O5. Records that come while the
/// disk writes are stored together with the next write. It runs on the journal's executor, and never calls the backend,
/// the callers, or the app's handlers.
package actor TransactionLedger {
    /// What is recorded of all users.
    nonisolated let journal: Journal
    /// Whose ledger it is.
    package nonisolated let key: LedgerKey
    /// How many batches were counted in the sessions before.
    package nonisolated let arrivals: UInt64
    /// The updates, for any number of consumers.
    package nonisolated let log: UpdateLog
    /// The customer's entitlements, readable without waiting.
    package nonisolated let entitlements: CurrentEntitlements
    nonisolated var clock: any StoreClock { entitlements.clock }

    var environment: StoreEnvironment { journal.change(\.environment) }
    /// Whether a purchase may have returned a period that is over by the device's date.
    var hasJustBought: Bool

    /// Receives reports of failed writes and failed updates.
    package nonisolated let diagnostics: DiagnosticFeed

    nonisolated var commits: CommitQueue { journal.commits }
    nonisolated var storage: any LedgerStorage { journal.storage }
    /// Whether each batch is stored on the calling thread.
    nonisolated let isInline: Bool
    /// Whether the session of this ledger is over.
    var isClosed = false
    /// The consumers that were registered at the opening and were new, with their positions.
    var registered: [String: UInt64] = [:]
    /// Those of them that are not recorded; they are written before the next records.
    var unwritten: [LedgerRecord] = []
    /// The stored updates; `nil` when they are not stored.
    nonisolated let history: (any LedgerUpdates)?
    /// Whether the compaction in the background has to end.
    nonisolated let isTidyingStopped = Lock(false)
    /// Makes the keys of identifiers in this ledger.
    package nonisolated let hash: KeyedHash
    let keptUpdates: Int

    /// Begins a session of a user, with what the journal has of them; throws the error of the storage.
    package static func open(
        _ journal: Journal, _ key: LedgerKey, clock: any StoreClock, keptUpdates: Int, unreadUpdates: Int = .max,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), policy: EntitlementPolicy = .none,
        bought: Lock<[JustBought]> = Lock([]), environment: StoreEnvironment = .unknown,
        diagnostics: DiagnosticFeed = DiagnosticFeed()
    ) async throws -> TransactionLedger {
        try await journal.begin(key, in: environment) { state, updates, arrivals in
            let history = journal.storage.history(of: key)
            let log = UpdateLog(
                updates: updates, nextSequence: state.nextSequence, missedFrom: state.missedFrom,
                keptUpdates: keptUpdates, unreadUpdates: unreadUpdates, history: history, diagnostics: diagnostics)
            let entitlements = CurrentEntitlements(
                state.entitlements(in: environment), trustedDate: state.trustedDate, signedDate: state.trusted.latest,
                readers: readers, availability: state.missedFrom > 1 ? .known : .notKnownYet,
                policy: policy, lastReport: state.lastReportTime, clock: clock, bought: bought)
            return TransactionLedger(
                journal, key, arrivals, log, entitlements, hash: state.hash, history: history, keptUpdates: keptUpdates,
                hasJustBought: !bought.withLock(\.isEmpty), diagnostics: diagnostics)
        }
    }

    private init(
        _ journal: Journal, _ key: LedgerKey, _ arrivals: UInt64, _ log: UpdateLog, _ entitlements: CurrentEntitlements,
        hash: KeyedHash, history: (any LedgerUpdates)?, keptUpdates: Int, hasJustBought: Bool,
        diagnostics: DiagnosticFeed
    ) {
        (self.journal, self.key, self.arrivals) = (journal, key, arrivals)
        (self.log, self.entitlements, self.hash, self.history) = (log, entitlements, hash, history)
        (self.keptUpdates, self.hasJustBought) = (keptUpdates, hasJustBought)
        self.diagnostics = diagnostics
        isInline = journal.storage.worker.isInline
    }

    /// The journal's: its parts and those of the session work without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { journal.unownedExecutor }
}
