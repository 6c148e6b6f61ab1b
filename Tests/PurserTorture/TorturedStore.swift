import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store that is tortured, with one user or with several.
protocol TorturedStore: Sendable {
    /// The App Store, with the account in the folder.
    var appStore: EmbeddedAppStore { get }
    /// The store on it.
    var store: PurchaseStore { get }

    /// Notes the updates until the store is closed.
    ///
    /// - Throws: what following the updates throws.
    func read() async throws
}

extension TorturedStore {
    /// Closes the store, and gives the folder back to the next run.
    func close() async {
        await store.close()
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

extension FileLedgerStorage {
    /// A ledger with small logs, which are sealed and compacted all the time.
    convenience init(_ files: SlowFiles, _ durability: LedgerDurability) {
        self.init(
            files, options: Options(durability: durability, logSize: 1 << 13), worker: BlockingWorker(label: "ledger"))
    }
}
