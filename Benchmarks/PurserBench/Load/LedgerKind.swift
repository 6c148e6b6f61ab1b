import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a scenario keeps its ledger.
enum LedgerKind: String, Sendable, CaseIterable {
    case memory
    /// In a folder, synced before anything is acknowledged.
    case file
    /// In a folder, left to the system to write.
    case buffered

    /// As a series is named.
    var name: String {
        switch self {
        case .memory: "memory ledger"
        case .file: "file ledger, synced"
        case .buffered: "file ledger, buffered"
        }
    }

    func storage(in folder: ScratchFolder?) -> any LedgerStorage {
        guard let folder else { return MemoryLedgerStorage() }
        return folder.storage(durability: self == .buffered ? .buffered : .synced)
    }
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

    /// The ledger in this folder; it is made by `load`.
    func storage(durability: LedgerDurability = .synced, logSize: Int? = nil) -> FileLedgerStorage {
        var options = FileLedgerStorage.Options(durability: durability)
        if let logSize { options.logSize = logSize }
        return FileLedgerStorage(
            PosixLedgerFiles(path: ledgerPath), options: options, worker: BlockingWorker(label: "purser-bench.ledger"))
    }

    private var ledgerPath: String { path + "/ledger" }

    /// Bytes of all files of the ledger.
    func ledgerSize() throws -> Int {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: ledgerPath).reduce(0) { sum, name in
            let size = try files.attributesOfItem(atPath: "\(ledgerPath)/\(name)")[.size]
            guard let bytes = (size as? any BinaryInteger).map({ Int($0) }) ?? (size as? Int) else {
                throw WrongRun("the size of \(name) is not to be had: \(String(describing: size))")
            }
            return sum + bytes
        }
    }

    /// Another folder with the same ledger, which nobody may have open.
    func copy() throws -> ScratchFolder {
        let other = try ScratchFolder()
        try FileManager.default.copyItem(atPath: ledgerPath, toPath: other.ledgerPath)
        return other
    }
}
