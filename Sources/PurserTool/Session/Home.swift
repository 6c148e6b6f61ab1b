import Purser
import PurserSimulator

/// The folder of a customer: the account in `account.json`, and the app's ledger in `ledger`.
struct Home: Sendable {
    var path: String
    var durability = LedgerDurability.synced

    /// The folder of the ledger.
    var ledger: String { "\(path)/ledger" }

    /// Locks the folder.
    ///
    /// Lock it before the account is read: otherwise the first change of this run would overwrite the changes of
    /// another run.
    ///
    /// - Throws: ``ToolError`` if another run uses it, `StorageFailure`.
    func take() throws -> HomeFiles {
        let folder = PosixLedgerFiles(path: ledger)
        do {
            return HomeFiles(folder, hold: try folder.lock(), durability)
        } catch let failure as PurchaseFailure where failure.code == .alreadyOpen {
            throw ToolError.alreadyOpen(path)
        }
    }

    /// The App Store with this customer's account.
    ///
    /// - Throws: `AccountFileFailure`.
    func appStore(_ catalog: SimulatorCatalog, clock: any StoreClock = SystemClock()) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(catalog: catalog, path: path, clock: clock, durability: durability)
    }

    /// The ledger's storage in a locked folder.
    func storage(_ files: any LedgerFiles) -> FileLedgerStorage {
        FileLedgerStorage(
            files, options: FileLedgerStorage.Options(durability: durability),
            worker: BlockingWorker(label: "purser.ledger"))
    }
}
