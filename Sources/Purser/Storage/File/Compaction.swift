/// Reads what a snapshot is made of: an earlier snapshot, and the logs after it.
struct Compaction {
    let files: any LedgerFiles
    /// The number of the earlier snapshot; 0 for none.
    let snapshot: UInt64
    /// The last log.
    let last: UInt64
    /// Whether to give up, because the store closes.
    let isStopped: () -> Bool

    /// How often users were forgotten.
    private var forgotten: [LedgerKey: Int] = [:]

    /// A compaction of the files from one snapshot to one log.
    init(files: any LedgerFiles, snapshot: UInt64, last: UInt64, isStopped: @escaping () -> Bool) {
        (self.files, self.snapshot, self.last, self.isStopped) = (files, snapshot, last, isStopped)
    }

    /// What the records come to, and the end of the last log.
    mutating func replay(secret: KeyedHash) throws -> (records: StoreRecords, end: LogEnd) {
        var records = StoreRecords { LedgerState(secret: secret, account: $0.account, keepsSkipped: true) }
        var forgotten: [LedgerKey: Int] = [:]
        let end = try read(skipsEarlier: true) { record in
            if case .forgotten(let user) = record { forgotten[.user(user), default: 0] += 1 }
            records.apply(record)
        }
        self.forgotten = forgotten
        return (records, end)
    }

    /// The updates that have to stay readable, with whose they are, in order.
    ///
    /// - Parameter floors: the number of the first of each ledger.
    func updates(from floors: [LedgerKey: UInt64], _ body: (LedgerRecord) throws -> Void) throws {
        var (section, written) = (LedgerKey.shared, LedgerKey.shared)
        // Before the last time that a user is forgotten nothing counts.
        var later = forgotten
        try read { record in
            switch record {
            case .section(let key): section = key
            case .forgotten(let user): later[.user(user)]? -= 1
            case .update(let update, _), .piece(.earlier(let update)):
                guard update.sequence >= floors[section] ?? .max, later[section] ?? 0 == 0 else { return }
                if section != written { try body(.section(section)) }
                written = section
                try body(.piece(.earlier(update)))
            default: break
            }
        }
    }

    /// - Parameter skipsEarlier: whether the updates before the earlier snapshot are passed over, and not decoded.
    @discardableResult
    private func read(skipsEarlier: Bool = false, _ body: (LedgerRecord) throws -> Void) throws -> LogEnd {
        let take = { (record: LedgerRecord) in
            guard !isStopped() else { throw CancellationError() }
            try body(record)
        }
        if snapshot > 0 {
            let name = LedgerFolder.snapshot(snapshot)
            _ = try FrameReader.readSealed(name, in: files, skipsEarlier: skipsEarlier, take)
        }
        var end = LogEnd.none
        for number in (snapshot + 1)...last {
            end = try FrameReader.readSealed(LedgerFolder.log(number), in: files, take).last
        }
        return end
    }
}

extension FrameReader {
    /// Reads a file that has to be complete up to its seal: its header, its length, and its end before the seal.
    ///
    /// - Parameter skipsEarlier: whether updates before a snapshot are passed over, and not decoded.
    package static func readSealed(
        _ name: String, in files: any LedgerFiles, skipsEarlier: Bool = false, _ body: (LedgerRecord) throws -> Void
    ) throws -> (header: SegmentHeader, size: Int, last: LogEnd) {
        try readFrames(name, in: files) { reader, frame, bytes in
            try reader.records(of: frame, in: bytes, skipsEarlier: { skipsEarlier }, body)
        }
    }

    /// Reads a snapshot, which has to be complete: its header, its length, and the updates in it.
    static func readSnapshot(
        _ number: UInt64, in files: any LedgerFiles, _ body: (LedgerRecord) throws -> Void
    ) throws -> (header: SegmentHeader, size: Int, part: LedgerHistory.Part) {
        var part = LedgerHistory.Part(start: HistoryPosition(file: number, isSnapshot: true))
        let (header, size, _) = try readFrames(LedgerFolder.snapshot(number), in: files) { reader, frame, bytes in
            let take = { (record: LedgerRecord) in
                if case .piece(.earlier) = record, part.start.offset == 0 {
                    (part.start.offset, part.start.chain) = (frame.offset, frame.chain)
                }
                part.note(record)
                try body(record)
            }
            // Of each user's earlier updates only the first is needed now; the others are read when a consumer needs them.
            try reader.records(of: frame, in: bytes, skipsEarlier: { part.hasFirst }, take)
        }
        return (header, size, part)
    }

    private static func readFrames(
        _ name: String, in files: any LedgerFiles, _ body: (inout FrameReader, Frame, [UInt8]) throws -> Void
    ) throws -> (header: SegmentHeader, size: Int, last: LogEnd) {
        var reader = try FrameReader(name, in: files)
        var last = reader.end
        while let (frame, bytes) = try reader.next() {
            if frame.kind == .sealed { return (reader.header, reader.offset, last) }
            try body(&reader, frame, bytes)
            last = reader.end
        }
        throw reader.damage("records are missing or damaged here, and a later file continues")
    }
}
