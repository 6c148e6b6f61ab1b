import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store that is tortured: one journal for all users, small and at times slow, and notes of every call.
struct TortureStore: Sendable {
    /// The name of the consumer that follows the updates of all users.
    static let consumer = "torture"

    /// The App Store, with the account in the folder.
    let appStore: EmbeddedAppStore
    /// The store on it.
    let store: PurchaseStore
    /// What the sample sells.
    let products: [StoreProduct]
    /// Where everything is noted.
    let notes: UserNotes
    private let users: TortureUsers
    /// The last update of each user that the consumer got in this run.
    private let lastSeen = Lock<[UUID: UInt64]>([:])

    /// How it is opened.
    struct Options: Sendable {
        /// The number of the run, which every note names.
        var round: Int
        /// The users of the run.
        var users: TortureUsers
        /// Who is named at first.
        var user: UUID
        /// What becomes of a purchase for which another user is named.
        var policy: AccountMovePolicy
        /// Whether the disk is waited for.
        var durability: LedgerDurability
        /// A mistake to make on purpose.
        var flaw: TortureFlaw?
        /// How many microseconds each write of a ledger takes.
        var writeDelay: UInt32 = 0
        /// Called at each mark.
        var mark: @Sendable (TortureMark) -> Void = { _ in }
    }

    /// Opens it on a folder.
    ///
    /// - Throws: what opening a store throws.
    static func open(_ folder: TortureFolder, _ options: Options) async throws -> TortureStore {
        let catalog = try SimulatorCatalog.torture
        let appStore = try folder.appStore(catalog, options.durability)
        let notes = try UserNotes(folder, round: options.round, users: options.users)
        var configuration = PurchaseStore.Configuration(
            backend: MarkingBackend(
                appStore: appStore, flaw: options.flaw, mark: options.mark, submitting: notes.submitting))
        configuration.storage = storage(folder, options)
        configuration.account = options.users.account(of: options.user)
        configuration.accountMoves = options.flaw == .ignoreMoves ? .keep : options.policy
        configuration.keptUpdates = 32
        configuration.consumers = [consumer: .now]
        if !options.users.isShared {
            configuration.finishing = { $0 == TorturePlan.manualProductID ? .manual : .atomic }
        }
        configuration.grant = { update in
            try note(.grant, update, notes, options)
            options.mark(.granted)
        }
        configuration.revoke = { update in
            try note(.revoke, update, notes, options)
            options.mark(.revoked)
        }
        configuration.manualPurchases = { purchase in
            // What fails here stays unfinished, and comes again.
            try? notes.call(.manual, purchase.update)
            try? await purchase.finish()
        }
        let store = try await PurchaseStore.open(configuration)
        return TortureStore(
            appStore: appStore, store: store, products: catalog.products, notes: notes, users: options.users)
    }

    /// The storage of the journal, slow where the round says so.
    private static func storage(_ folder: TortureFolder, _ options: Options) -> FileLedgerStorage {
        let files = SlowFiles(
            folder: PosixLedgerFiles(path: folder.ledger), delay: options.writeDelay,
            isForgetful: options.flaw == .acknowledgeEarly, isSynced: options.durability == .synced,
            making: { options.mark(.making) })
        // Small logs are sealed and compacted all the time.
        return FileLedgerStorage(
            files, options: .init(durability: options.durability, logSize: 1 << 13),
            worker: BlockingWorker(label: "ledger"))
    }

    /// Notes a call, unless a flaw loses it or names another user: then one in five is wrong.
    private static func note(
        _ kind: UserCall.Kind, _ update: StoreUpdate, _ notes: UserNotes, _ options: Options
    ) throws {
        let isWrong = update.sequence % 5 == 0
        switch options.flaw {
        case .loseGrant where isWrong && kind == .grant, .loseRevoke where kind == .revoke: return
        case .grantToAnother where isWrong && kind == .grant:
            try notes.call(kind, update, for: options.users.user(1, after: update.account.userID))
        default: try notes.call(kind, update)
        }
    }

    /// Notes the updates of all users, one after the other, until the store is closed.
    ///
    /// - Throws: `PurchaseFailure`.
    func read() async throws {
        try await store.follow(Self.consumer) { update in
            try notes.seen(update)
            guard let user = users.user(of: update.account) else { return }
            lastSeen.withLock { $0[user] = max($0[user] ?? 0, update.sequence) }
        }
    }

    /// The last update of a user that the consumer got in this run; 0 when there was none.
    func lastSeen(of user: UUID) -> UInt64 { lastSeen.withLock { $0[user] ?? 0 } }

    /// The present user, as soon as there is one; `nil` when the store was closed.
    func presentUser() async -> UUID? {
        for await account in store.accounts {
            if let user = users.user(of: account) { return user }
        }
        return nil
    }
}

extension TortureStore {
    /// Closes the store, and gives the folder back to the next run.
    func close() async {
        try? await store.close()
        await appStore.releaseFolder()
    }

    /// Does something while the updates are noted, and closes the store, however it ends.
    ///
    /// - Throws: what `work` or ``read()`` throws.
    func whileReading<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await withThrowingTaskGroup { group in
                group.addTask { try await read() }
                let result = try await work()
                await close()
                try await group.waitForAll()
                return result
            }
        } catch {
            await close()
            throw error
        }
    }
}

extension SimulatorCatalog {
    /// What the tool's sample sells.
    static var torture: SimulatorCatalog {
        get throws {
            SimulatorCatalog(
                configuration: try StoreKitConfiguration(
                    data: Data(PackageResources.Sample_storekit), file: "Sample.storekit"))
        }
    }
}
