/// Writes a snapshot, under another name until it is complete and synced.
struct SnapshotWriter {
    private let files: any LedgerFiles
    private var segment: SegmentWriter
    private var frames = FrameBuffer()

    init(_ header: SegmentHeader, in files: any LedgerFiles) throws {
        self.files = files
        segment = try SegmentWriter(making: header, in: files)
    }

    mutating func write(_ record: LedgerRecord) throws {
        frames.append(record)
        if frames.count >= 1 << 18 { try flush() }
    }

    /// Begins a frame with the next record, and returns where.
    mutating func position() throws -> HistoryPosition {
        try flush()
        let end = segment.logEnd
        return HistoryPosition(file: end.log, isSnapshot: true, offset: end.offset, chain: end.chain)
    }

    private mutating func flush() throws {
        guard !frames.isEmpty else { return }
        try segment.append(&frames, isUrgent: false)
        frames.removeAll()
    }

    /// Makes the snapshot valid, and returns its size.
    mutating func finish() throws -> Int {
        try flush()
        frames.begin()
        try segment.append(&frames, kind: .sealed, isUrgent: true)
        try segment.complete(in: files)
        return segment.end
    }
}
