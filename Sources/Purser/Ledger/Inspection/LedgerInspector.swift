/// Looks into a ledger's folder without opening it as a store: checks, prints, saves what is whole.
///
/// It takes no lock and changes nothing in the folder; look at a ledger that is closed, or what is being written at the
/// moment may seem torn.
public struct LedgerInspector: Sendable {
    let files: any LedgerFiles

    /// An inspector of the ledger in a folder.
    public init(path: String) { files = PosixLedgerFiles(path: path) }

    /// An inspector of the ledger in these files.
    package init(_ files: any LedgerFiles) { self.files = files }

    /// Something that is not as it should be.
    public struct Finding: Sendable, Hashable, Codable {
        /// The file.
        public var path: String
        /// The offset in bytes at which it begins.
        public var offset: UInt64
        /// What was found, as a sentence.
        public var reason: String
        /// Whether the store opens all the same: a torn tail is cut off, since it was never acknowledged.
        public var isHarmless: Bool
    }

    /// Checks every file.
    ///
    /// - Returns: what was found, file by file; a ledger with no finding, or harmless ones only, is whole.
    /// - Throws: ``LedgerFileError`` when the folder cannot be read.
    public func check() throws -> [Finding] {
        var findings: [Finding] = []
        try read(from: try folder()) { _, _, _ in
        } found: {
            findings.append($0)
        }
        return findings
    }

    /// Tells every record that is whole, file by file, in order.
    ///
    /// - Throws: ``LedgerFileError`` when the folder cannot be read, or what `body` throws.
    public func dump(_ body: (LedgerDumpLine) throws -> Void) throws -> [Finding] {
        var findings: [Finding] = []
        try read(from: try folder()) { record, path, offset in
            try body(LedgerDumpLine(path: path, offset: UInt64(offset), record: record))
        } found: {
            findings.append($0)
        }
        return findings
    }

    /// Saves what is whole into a new ledger.
    ///
    /// - Parameter path: a folder that is empty or not there yet.
    /// - Returns: what could not be saved.
    /// - Throws: ``PurchaseFailure`` when the new folder cannot be written or holds a ledger; ``LedgerFileError``.
    public func repair(into path: String) throws -> [Finding] { try repair(into: PosixLedgerFiles(path: path)) }

    /// Saves what is whole into a new ledger; otherwise as `repair(into:)` with a path.
    package func repair(into target: any LedgerFiles) throws -> [Finding] {
        let folder = try folder()
        let storage = FileLedgerStorage(target, options: .init(version: version(of: folder)))
        try storage.load { _ in
            throw PurchaseFailure(
                .ledgerUnavailable, "\(target.path) holds a ledger already; name an empty folder to repair into.")
        }
        defer { storage.close() }
        var findings: [Finding] = []
        var state = LedgerState()
        var used = folder
        // Only what comes after the snapshot is not in it yet; without a whole one, all logs count.
        used.snapshots = folder.snapshots.suffix(1).filter { isWhole(LedgerFolder.snapshot($0)) }
        let broken = Set(folder.snapshots.suffix(1)).subtracting(used.snapshots)
        if let covered = used.snapshots.last { used.logs.removeAll { $0 <= covered } }
        for number in broken {
            try read(LedgerFolder.snapshot(number), isLast: false, { _, _, _ in }, { findings.append($0) })
        }
        try read(from: used) { record, _, _ in
            state.apply(record)
        } found: {
            findings.append($0)
        }
        try state.write { try storage.append([$0], isUrgent: false) }
        return findings
    }

    /// The version that knows all records in these files.
    private func version(of folder: LedgerFolder) -> UInt16 {
        let names = folder.snapshots.map(LedgerFolder.snapshot) + folder.logs.map(LedgerFolder.log)
        return names.compactMap { try? FrameReader($0, in: files).header.version }.max() ?? 1
    }

    private func isWhole(_ name: String) -> Bool {
        (try? FrameReader.readSealed(name, in: files) { _ in }) != nil
    }

    private func folder() throws -> LedgerFolder {
        let folder = LedgerFolder(names: try files.list())
        guard !folder.logs.isEmpty || !folder.snapshots.isEmpty else {
            throw LedgerFileError(path: files.path, operation: "inspect", code: 0, reason: "there is no ledger in it")
        }
        return folder
    }

    private func read(
        from folder: LedgerFolder, _ body: (LedgerRecord, String, Int) throws -> Void, found: (Finding) -> Void
    ) throws {
        for name in folder.unusable {
            found(
                Finding(
                    path: files.path(of: name), offset: 0, reason: "no ledger has a file of this number",
                    isHarmless: false))
        }
        for number in folder.snapshots { try read(LedgerFolder.snapshot(number), isLast: false, body, found) }
        for number in folder.missingLogs { found(missing(number)) }
        for number in folder.logs {
            try read(LedgerFolder.log(number), isLast: number == folder.logs.last, body, found)
        }
    }

    private func missing(_ log: UInt64) -> Finding {
        Finding(
            path: files.path(of: LedgerFolder.log(log)), offset: 0, reason: "the file is missing", isHarmless: false)
    }

    /// Reads one file; behind damage it goes on with the next frame that is whole.
    private func read(
        _ name: String, isLast: Bool, _ body: (LedgerRecord, String, Int) throws -> Void, _ found: (Finding) -> Void
    ) throws {
        var reader: FrameReader
        do {
            reader = try FrameReader(name, in: files)
        } catch let damage as LedgerDamage {
            return found(Finding(damage, isHarmless: false))
        }
        while true {
            while let (frame, bytes) = try reader.next() {
                if frame.kind == .sealed { return }
                do {
                    try frame.records(in: bytes, path: reader.path) { try body($0, reader.path, frame.offset) }
                } catch let damage as LedgerDamage {
                    found(Finding(damage, isHarmless: false))
                }
            }
            let rest = try reader.rest()
            if rest == .empty, isLast { return }
            let isHarmless = isLast && rest == .torn
            let reason = isHarmless ? "a torn tail, which was never acknowledged" : "records are missing or damaged"
            found(Finding(reader.damage(reason), isHarmless: isHarmless))
            guard !isHarmless, try reader.skip() else { return }
        }
    }
}

extension LedgerFolder {
    /// The first log of each gap; behind the last snapshot there is always a log.
    fileprivate var missingLogs: [UInt64] {
        let present = Set(logs)
        let wanted = Set(logs.dropLast().map { $0 + 1 }).union([(snapshots.last ?? 0) + 1])
        return wanted.subtracting(present).sorted()
    }
}

extension LedgerInspector.Finding {
    fileprivate init(_ damage: LedgerDamage, isHarmless: Bool) {
        self.init(path: damage.path, offset: damage.offset, reason: damage.reason, isHarmless: isHarmless)
    }
}

extension LedgerInspector.Finding: CustomStringConvertible {
    /// File, byte and reason.
    public var description: String { "\(path) at byte \(offset): \(reason)\(isHarmless ? " (harmless)" : "")" }
}
