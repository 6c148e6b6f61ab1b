/// Writes a snapshot, under another name until it is complete and synced.
struct SnapshotWriter {
    private let files: any LedgerFiles
    private let number: UInt64
    private let name: String
    private let file: any LedgerFile
    private let mark: UInt32
    private var chain: UInt32
    private var offset: Int
    private var frames = FrameBuffer()

    init(_ header: SegmentHeader, in files: any LedgerFiles) throws {
        self.files = files
        number = header.number
        name = LedgerFolder.snapshot(number)
        file = try files.open(LedgerFolder.unfinished(name), as: .creating)
        mark = header.mark
        chain = header.chain
        try file.write(header.bytes, at: 0)
        offset = SegmentHeader.size
    }

    mutating func write(_ record: LedgerRecord) throws {
        frames.append(record)
        if frames.count >= 1 << 18 { try flush(.records) }
    }

    /// Begins a frame with the next record, and returns where.
    mutating func position() throws -> HistoryPosition {
        if !frames.isEmpty { try flush(.records) }
        return HistoryPosition(file: number, isSnapshot: true, offset: offset, chain: chain)
    }

    private mutating func flush(_ kind: Frame.Kind) throws {
        // In a file that gets its name only when it is synced, everything before a frame counts as synced.
        guard frames.fits else {
            throw StorageFailure(
                path: files.path(of: name), operation: "write", code: 0, reason: "a record exceeds 15 MiB")
        }
        chain = frames.close(as: kind, mark: mark, chain: chain, safeEnd: offset, base: offset)
        try frames.withBytes { try file.write($0, at: offset) }
        offset += frames.count
        frames.removeAll()
    }

    /// Makes the snapshot valid, and returns its size.
    mutating func finish() throws -> Int {
        if !frames.isEmpty { try flush(.records) }
        frames.begin()
        try flush(.sealed)
        try file.sync()
        try files.rename(LedgerFolder.unfinished(name), to: name)
        try files.syncFolder()
        return offset
    }
}
