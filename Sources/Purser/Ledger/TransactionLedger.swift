/// The ledger of the store: which payments were requested, and which transactions were recorded, delivered and
/// finished.
///
/// Owns the ledger's state and its storage. Promises: L1, L2, D1, O4 and O5. Records that come while the disk writes
/// are stored together with the next write. Never calls the backend, the callers, or the app's handlers.
package actor TransactionLedger {
    /// The updates, for any number of consumers.
    package nonisolated let log: UpdateLog
    /// The customer's entitlements, readable without waiting.
    package nonisolated let entitlements: CurrentEntitlements
    nonisolated var clock: any StoreClock { entitlements.clock }

    /// The environment in which the backend runs; not recorded, because it may be another one at the next launch.
    var environment: StoreEnvironment
    /// Whether a purchase may have returned a period that is over by the device's date.
    var hasJustBought: Bool

    /// Receives reports of failed writes and failed updates.
    package nonisolated let diagnostics: DiagnosticFeed

    /// The current state, which may be ahead of the storage by what waits in `commits`.
    var state: LedgerState
    let commits: CommitQueue
    /// Whether each batch is stored on the calling thread.
    nonisolated let isInline: Bool
    /// How many batches could not be stored, and after how many of them the state was read from storage again.
    var (failures, failuresRead) = (0, 0)
    /// Whether the state may differ from the storage; nothing is recorded until it has been read from there again.
    var isOutdated: Bool { failuresRead < failures }
    /// Whether the session of this ledger is over.
    var isClosed = false
    /// The consumers that were registered at the opening and were new, with their positions.
    var registered: [String: UInt64] = [:]
    /// Those of them that are not recorded; they are written before the next records.
    var unwritten: [LedgerRecord] = []
    let storage: any LedgerStorage
    /// The stored updates; `nil` when they are not stored.
    nonisolated let history: (any LedgerUpdates)?
    /// Whether the compaction in the background has to end.
    nonisolated let isTidyingStopped = Lock(false)
    /// Makes the keys of identifiers in this ledger.
    package nonisolated let hash: KeyedHash
    let keptUpdates: Int
    let empty: LedgerState

    /// Opens the ledger.
    package static func open(
        storage: any LedgerStorage, clock: any StoreClock, deliverySteps: DeliverySteps = DeliverySteps(),
        keptUpdates: Int, unreadUpdates: Int = .max,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), policy: EntitlementPolicy = .none,
        bought: Lock<[JustBought]> = Lock([]), environment: StoreEnvironment = .unknown,
        diagnostics: DiagnosticFeed = DiagnosticFeed()
    ) async throws -> TransactionLedger {
        let open = { @Sendable in
            try TransactionLedger(
                storage: storage, clock: clock, deliverySteps: deliverySteps, keptUpdates: keptUpdates,
                unreadUpdates: unreadUpdates, readers: readers, policy: policy,
                bought: bought, environment: environment, diagnostics: diagnostics)
        }
        return try await storage.worker.run(open)
    }

    /// Opens the ledger on the calling thread.
    package init(
        storage: any LedgerStorage, clock: any StoreClock, deliverySteps: DeliverySteps = DeliverySteps(),
        keptUpdates: Int, unreadUpdates: Int = .max,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), policy: EntitlementPolicy = .none,
        bought: Lock<[JustBought]> = Lock([]), environment: StoreEnvironment = .unknown,
        diagnostics: DiagnosticFeed = DiagnosticFeed()
    ) throws {
        (self.environment, self.diagnostics) = (environment, diagnostics)
        hasJustBought = !bought.withLock(\.isEmpty)
        self.storage = storage
        isInline = storage.worker.isInline
        let secret = try storage.secret()
        hash = secret
        let empty = LedgerState(secret: secret, account: storage.key.account, deliverySteps: deliverySteps)
        self.empty = empty
        let history = storage.history(of: storage.key)
        self.history = history
        let (state, updates) = try storage.takeState() ?? storage.contents(after: empty)
        log = UpdateLog(
            updates: updates, nextSequence: state.nextSequence, missedFrom: state.missedFrom, keptUpdates: keptUpdates,
            unreadUpdates: unreadUpdates, history: history, diagnostics: diagnostics)
        entitlements = CurrentEntitlements(
            state.entitlements(in: environment), trustedDate: state.trustedDate, signedDate: state.trusted.latest,
            readers: readers, availability: state.missedFrom > 1 ? .known : .notKnownYet,
            policy: policy, lastReport: state.lastReportTime, clock: clock, bought: bought)
        commits = CommitQueue(storage: storage) { [entitlements, log] in $0.publish(to: entitlements, log) }
        self.state = state
        self.keptUpdates = keptUpdates
    }
}
