/// Reads what a snapshot is made of: an earlier snapshot, and the logs after it.
struct Compaction {
    let files: any LedgerFiles
    /// The number of the earlier snapshot; 0 for none.
    let snapshot: UInt64
    let last: UInt64
    private(set) var forgotten: [LedgerKey: Int] = [:]
    let isStopped: () -> Bool

    mutating func replay(secret: KeyedHash) throws -> (records: StoreRecords, end: LogEnd) {
        var records = StoreRecords { LedgerState(secret: secret, account: $0.account, keepsSkipped: true) }
        var forgotten: [LedgerKey: Int] = [:]
        let end = try read(skipsEarlier: true) { _, record in
            if case .forgotten(let user) = record { forgotten[.user(user), default: 0] += 1 }
            records.apply(record)
        }
        self.forgotten = forgotten
        return (records, end)
    }

    /// The updates that have to stay readable, with whose they are, in order; `floors` has the first of each ledger.
    func updates(from floors: [LedgerKey: UInt64], _ body: (LedgerKey, StoreUpdate) throws -> Void) throws {
        // Before the last time that a user is forgotten nothing counts.
        var later = forgotten
        try read { key, record in
            if case .forgotten(let user) = record { later[.user(user)]? -= 1 }
            guard let update = record.storedUpdate, update.sequence >= floors[key] ?? .max, later[key] ?? 0 == 0
            else { return }
            try body(key, update)
        }
    }

    /// With `skipsEarlier` the updates before the earlier snapshot are passed over, and not decoded.
    @discardableResult
    private func read(skipsEarlier: Bool = false, _ body: (LedgerKey, LedgerRecord) throws -> Void) throws -> LogEnd {
        let take = { (key: LedgerKey, record: LedgerRecord, _: Frame) in
            guard !isStopped() else { throw CancellationError() }
            try body(key, record)
        }
        if snapshot > 0 {
            let name = LedgerFolder.snapshot(snapshot)
            _ = try FrameReader.readSealed(name, in: files, skipsEarlier: { _ in skipsEarlier }, take)
        }
        var end = LogEnd.none
        for number in (snapshot + 1)...last {
            end = try FrameReader.readSealed(LedgerFolder.log(number), in: files, take).last
        }
        return end
    }
}
