import Purser
import PurserSimulator

/// The store that is tortured: its grants and hand-overs are noted durably, and a named reader notes every update.
struct TortureStore: TorturedStore {
    /// The name of the reader.
    static let reader = "torture"

    let appStore: EmbeddedAppStore
    let store: PurchaseStore
    let products: [StoreProduct]
    private let round: Int
    private let updates: ConsumerUpdates
    private let handed: NoteFile
    private let seen: NoteFile
    private let lastSeen = Lock(UInt64(0))

    /// Opens it on a folder.
    ///
    /// - Throws: what opening a store throws.
    static func open(
        _ folder: TortureFolder, round: Int, durability: LedgerDurability, flaw: TortureFlaw? = nil,
        writeDelay: UInt32 = 0,
        mark: @escaping @Sendable (TortureMark) -> Void = { _ in }
    ) async throws -> TortureStore {
        let catalog = try SimulatorCatalog.torture
        let appStore = try folder.appStore(catalog, durability)
        let (grants, handed) = (try NoteFile(path: folder.grants), try NoteFile(path: folder.handed))
        var configuration = PurchaseStore.Configuration(
            backend: MarkingBackend(appStore: appStore, flaw: flaw, mark: mark))
        let slow = SlowFiles(
            folder: PosixLedgerFiles(path: folder.ledger), delay: writeDelay, isForgetful: flaw == .acknowledgeEarly,
            isSynced: durability == .synced, making: { mark(.making) })
        configuration.storage = FileLedgerStorage(slow, durability)
        configuration.keptUpdates = 32
        configuration.grant = { update in
            try grants.note("\(round)", update.transaction.id)
            mark(.granted)
        }
        configuration.manualPurchases = { purchase in
            // What fails here stays unfinished, and comes again.
            try? handed.note("\(round)", purchase.transaction.id)
            try? await purchase.finish()
        }
        let store = try await PurchaseStore.open(configuration)
        do {
            return TortureStore(
                appStore: appStore, store: store, products: catalog.products, round: round,
                updates: try await store.updates(for: reader), handed: handed, seen: try NoteFile(path: folder.seen))
        } catch {
            await store.close()
            throw error
        }
    }

    /// Notes that a manual purchase was handed over, and finishes it.
    ///
    /// - Throws: ``TortureError`` or `PurchaseFailure`.
    func deliver(_ purchase: StorePurchase) async throws {
        try handed.note("\(round)", purchase.transaction.id)
        try await purchase.finish()
    }

    /// Notes the updates until the store is closed.
    func read() async throws {
        for await update in updates {
            try seen.note(SeenUpdate(update, round: round).line)
            lastSeen.withLock { $0 = update.sequence }
            // If this cannot be written, the update comes again, and the notes allow for that.
            try? await updates.acknowledge(update)
        }
    }

    /// Waits until nothing is left to do; false when something still is after two minutes.
    ///
    /// - Parameter known: the last update that the reader saw in earlier rounds.
    func settle(after known: UInt64) async throws -> Bool {
        try await store.waitUntilReady()
        return await settled(within: .seconds(120)) {
            guard await appStore.unfinishedCount == 0, await store.unfinished().isEmpty else { return false }
            return max(lastSeen.withLock { $0 }, known) >= store.lastSequence
        }
    }
}
