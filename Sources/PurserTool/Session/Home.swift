import Purser
import PurserSimulator

/// The folder of a customer: the account in `account.json`, and the app's ledger in `ledger`.
struct Home: Sendable {
    var path: String
    var durability = LedgerDurability.synced

    /// The folder of the ledger.
    var ledger: String { "\(path)/ledger" }

    /// Takes hold of the folder.
    ///
    /// It has to come before the account is read: what another run still changes there would be lost by the first
    /// change of this one.
    ///
    /// - Throws: ``ToolError`` when another run has it, `LedgerFileError`.
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
    /// - Throws: `AccountFileError`.
    func appStore(_ catalog: SimulatorCatalog, clock: any StoreClock = SystemClock()) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(catalog: catalog, home: path, clock: clock, durability: durability)
    }

    /// The ledger's storage in a folder that was taken.
    func storage(_ files: any LedgerFiles) -> FileLedgerStorage {
        FileLedgerStorage(
            files, options: FileLedgerStorage.Options(durability: durability),
            worker: BlockingWorker(label: "purser.ledger"))
    }
}
