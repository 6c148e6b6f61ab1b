package import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads a ledger's folder without opening it as a store: checks it, reads what is owned, and saves its undamaged records.
///
/// It takes no lock and changes nothing in the folder. ``check()`` and ``entitlements(of:at:policy:)`` work on a ledger that its
/// app has open. ``repair(into:)`` needs a closed ledger, because it reads each record once: files that are compacted meanwhile
/// seem to be missing.
public struct LedgerInspector: Sendable {
    let files: any LedgerFiles

    /// Makes an inspector of the ledger in a folder.
    ///
    /// - Parameter folder: the folder of `LedgerLocation.folder(_:durability:)`.
    public init(folder: URL) { self.init(path: folder.path) }

    /// Makes an inspector of the ledger in the folder at a path.
    package init(path: String) { files = PosixLedgerFiles(path: path) }

    /// An inspector of the ledger in these files.
    package init(_ files: any LedgerFiles) { self.files = files }

    /// A flaw in a ledger's folder.
    public struct Finding: Sendable, Hashable, Codable {
        /// The file.
        public var path: String
        /// The offset in bytes at which it begins.
        public var offset: UInt64
        /// The flaw, as a sentence.
        public var reason: String
        /// Whether the store still opens: a torn tail is cut off, because it was never acknowledged.
        public var isHarmless: Bool
    }

    /// Checks every file.
    ///
    /// - Returns: the findings, file by file; a ledger is undamaged when it has no finding, or only harmless ones.
    /// - Throws: `StorageFailure` when the folder cannot be read.
    public func check() throws -> [Finding] {
        try settled {
            var findings: [Finding] = []
            try read(from: try folder(), { _, _, _ in }, found: { findings.append($0) })
            return (findings, findings.first { !$0.isHarmless })
        }.value
    }

    /// Passes every complete record to `body`, file by file, in order, with its file and the offset of its frame.
    ///
    /// - Throws: `StorageFailure` when the folder cannot be read, or an error of `body`.
    package func records(_ body: (_ record: LedgerRecord, _ path: String, _ offset: Int) throws -> Void) throws
        -> [Finding]
    {
        var findings: [Finding] = []
        try read(from: try folder(), body, found: { findings.append($0) })
        return findings
    }

    /// Saves all undamaged records into a new ledger.
    ///
    /// - Parameter folder: a folder that is empty or does not exist.
    /// - Returns: the records that could not be saved.
    /// - Throws: `PurchaseFailure` when the new folder cannot be written or holds a ledger; `StorageFailure`.
    public func repair(into folder: URL) throws -> [Finding] { try repair(intoPath: folder.path) }

    /// Saves all undamaged records into a new ledger in the folder at a path; otherwise as `repair(into:)`.
    package func repair(intoPath path: String) throws -> [Finding] {
        try checkEmpty(path)
        return try repair(into: PosixLedgerFiles(path: path))
    }

    /// Throws when a folder to repair into is not empty, or is inside the ledger's own.
    private func checkEmpty(_ path: String) throws(PurchaseFailure) {
        let target = URL(fileURLWithPath: path).standardizedFileURL.path
        let own = URL(fileURLWithPath: files.path).standardizedFileURL.path
        guard !target.hasPrefix(own + "/") else {
            throw PurchaseFailure(
                .ledgerUnavailable, "\(path) lies inside the ledger \(files.path); name a new folder elsewhere.")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let name = names.min() else { return }
        throw PurchaseFailure(
            .ledgerUnavailable, "\(path) is not empty: it holds \(name). Name an empty or a new folder to repair into.")
    }

    /// Saves all undamaged records into a new ledger; otherwise as `repair(into:)` with a folder.
    package func repair(into target: any LedgerFiles) throws -> [Finding] {
        let folder = try folder()
        // Archived transactions are found only with the ledger's own secret.
        let secret = (try? folder.newestHeader(in: files))??.secret
        let storage = FileLedgerStorage(target, options: .init(secret: secret))
        try storage.load { _ in
            throw PurchaseFailure(
                .ledgerUnavailable, "\(target.path) holds a ledger already; name an empty folder to repair into.")
        }
        defer { storage.close() }
        var findings: [Finding] = []
        let own = try storage.secret()
        var records = StoreRecords { LedgerState(secret: own, account: $0.account, keepsSkipped: true) }
        var used = folder
        // The snapshot contains all earlier records; without a complete one, all logs are used.
        used.snapshots = folder.snapshots.suffix(1).filter { isWhole(LedgerFolder.snapshot($0)) }
        let broken = Set(folder.snapshots.suffix(1)).subtracting(used.snapshots)
        if let covered = used.snapshots.last { used.logs.removeAll { $0 <= covered } }
        for number in broken {
            try readSnapshot(number, nil, { _, _, _ in }, { findings.append($0) })
        }
        try read(from: used) { record, _, _ in
            records.apply(record)
        } found: {
            findings.append($0)
        }
        try records.write { try storage.append([$0], isUrgent: false) }
        return findings
    }

    private func isWhole(_ name: String) -> Bool {
        (try? FrameReader.readSealed(name, in: files) { _, _, _ in }) != nil
    }
}
