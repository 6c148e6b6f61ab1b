import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a scenario keeps its ledger.
enum LedgerKind: String, Sendable, CaseIterable {
    case memory
    case file
}

/// A folder for one run, deleted when the run lets go of it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        let root = FileManager.default.temporaryDirectory.path
        path = "\(root)/purser-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func storage(durability: LedgerDurability = .synced) -> FileLedgerStorage {
        FileLedgerStorage(
            PosixLedgerFiles(path: path + "/ledger"), options: .init(durability: durability),
            worker: BlockingWorker(label: "purser-bench.ledger"))
    }
}
