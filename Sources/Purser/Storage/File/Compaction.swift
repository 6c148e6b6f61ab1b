/// Reads what a snapshot is made of: an earlier snapshot, and the logs after it.
struct Compaction {
    let files: any LedgerFiles
    /// The number of the earlier snapshot; 0 for none.
    let snapshot: UInt64
    /// The last log.
    let last: UInt64
    /// Whether to give up, because the store closes.
    let isStopped: () -> Bool

    /// The number of the last record before which each user is forgotten.
    private(set) var forgotten: [LedgerKey: Int] = [:]

    /// What the records come to, and the end of the last log.
    mutating func replay(secret: LedgerSecret) throws -> (records: StoreRecords, end: LogEnd) {
        var records = StoreRecords { LedgerState(secret: secret, account: $0.account, keepsSkipped: true) }
        var (count, forgotten) = (0, [LedgerKey: Int]())
        let end = try read { record in
            count += 1
            if case .forgotten(let user) = record { forgotten[.user(user)] = count }
            records.apply(record)
        }
        self.forgotten = forgotten
        return (records, end)
    }

    /// The updates that have to stay readable, with whose they are, in order.
    ///
    /// - Parameter floors: the number of the first of each ledger.
    func updates(from floors: [LedgerKey: UInt64], _ body: (LedgerRecord) throws -> Void) throws {
        var (section, written, count) = (LedgerKey.shared, LedgerKey.shared, 0)
        _ = try read { record in
            count += 1
            switch record {
            case .section(let key): section = key
            case .update(let update, _), .piece(.earlier(let update)):
                guard update.sequence >= floors[section] ?? .max, count > forgotten[section] ?? 0 else { return }
                if section != written { try body(.section(section)) }
                written = section
                try body(.piece(.earlier(update)))
            default: break
            }
        }
    }

    @discardableResult
    private func read(_ body: (LedgerRecord) throws -> Void) throws -> LogEnd {
        let take = { (record: LedgerRecord) in
            guard !isStopped() else { throw CancellationError() }
            try body(record)
        }
        if snapshot > 0 { _ = try FrameReader.readSealed(LedgerFolder.snapshot(snapshot), in: files, take) }
        var end = LogEnd.none
        for number in (snapshot + 1)...last {
            end = try FrameReader.readSealed(LedgerFolder.log(number), in: files, take).last
        }
        return end
    }
}

extension FrameReader {
    /// Reads a file that has to be complete up to its seal: its header, its length, and its end before the seal.
    package static func readSealed(
        _ name: String, in files: any LedgerFiles, _ body: (LedgerRecord) throws -> Void
    ) throws -> (header: SegmentHeader, size: Int, last: LogEnd) {
        var reader = try FrameReader(name, in: files)
        var last = reader.end
        while let (frame, bytes) = try reader.next() {
            if frame.kind == .sealed { return (reader.header, reader.offset, last) }
            try reader.records(of: frame, in: bytes, body)
            last = reader.end
        }
        throw reader.damage("records are missing or damaged here, and a later file continues")
    }

    /// Reads a snapshot, which has to be complete: its header, its length, and the updates in it.
    static func readSnapshot(
        _ number: UInt64, in files: any LedgerFiles, _ body: (LedgerRecord) throws -> Void
    ) throws -> (header: SegmentHeader, size: Int, part: LedgerHistory.Part) {
        var reader = try FrameReader(LedgerFolder.snapshot(number), in: files)
        var part = LedgerHistory.Part(start: HistoryPosition(file: number, isSnapshot: true))
        while true {
            let start = HistoryPosition(file: number, isSnapshot: true, offset: reader.offset, chain: reader.chain)
            guard let (frame, bytes) = try reader.next() else {
                throw reader.damage("records are missing or damaged here, and a later file continues")
            }
            if frame.kind == .sealed { return (reader.header, reader.offset, part) }
            let take = { (record: LedgerRecord) in
                if case .piece(.earlier) = record, part.start.offset == 0 { part.start = start }
                part.note(record)
                try body(record)
            }
            // Of each user's earlier updates only the first is needed now; the others are read when a consumer needs them.
            try reader.records(of: frame, in: bytes, skipsEarlier: { part.hasFirst }, take)
        }
    }
}
