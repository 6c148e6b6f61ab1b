/// The updates in the ledger's files, for consumers whose next updates are no longer in memory.
///
/// Owns the list of logs. Any thread may read; the last log is read up to the last acknowledged frame.
package final class LedgerHistory: UpdateHistory {
    /// Which logs there are.
    struct Catalog: Sendable {
        /// The number of the first update in each log, or after it when it has none; ascending.
        var logs: [(number: UInt64, firstSequence: UInt64)] = []
        var lastLogEnd = 0

        mutating func add(_ header: SegmentHeader, end: Int) {
            logs.append((header.number, header.firstSequence))
            lastLogEnd = end
        }
    }

    /// Advances when a log was sealed.
    package let sealings = EventCount()
    /// The thread on which the files are read.
    package let worker = BlockingWorker(label: "purser.ledger.history")
    private let files: any LedgerFiles
    private let catalog = Lock(Catalog())
    private let stopped = Lock(false)

    init(_ files: any LedgerFiles) { self.files = files }

    /// The number of the oldest update that can be read.
    package var oldestKept: UInt64 { catalog.withLock { $0.logs.first?.firstSequence ?? 1 } }

    /// Ends the compaction in the background.
    package func stop() {
        stopped.withLock { $0 = true }
        sealings.close()
    }

    /// Whether `stop()` was called.
    package var isStopped: Bool { stopped.withLock { $0 } }

    // MARK: For the storage

    /// Replaces the list of logs by that of a new reading of the folder, in one step.
    func replace(with other: Catalog) { catalog.withLock { $0 = other } }

    func add(_ header: SegmentHeader, end: Int) { catalog.withLock { $0.add(header, end: end) } }

    func lastLogEnds(at end: Int) { catalog.withLock { $0.lastLogEnd = end } }

    /// Removes from the list the logs up to `number` whose updates all come before `floor`, and returns the first that
    /// stays.
    ///
    /// `floor` is computed while the list is locked, and consumers register before they read it.
    func drop(upTo number: UInt64, floor: () -> UInt64) -> UInt64? {
        catalog.withLock { catalog in
            let floor = floor()
            while catalog.logs.count > 1, catalog.logs[0].number <= number, catalog.logs[1].firstSequence <= floor {
                catalog.logs.removeFirst()
            }
            return catalog.logs.first?.number
        }
    }

    // MARK: Reading

    /// Returns some of the updates after a number, at least one if there is one.
    package func updates(after cursor: UInt64, from position: HistoryPosition?) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
    {
        if let position {
            do {
                return try read(after: cursor, from: position)
            } catch  where !keeps(position) {
                // Its log was deleted meanwhile, because no consumer needed it.
            }
        }
        return try read(after: cursor, from: start(after: cursor))
    }

    private func keeps(_ position: HistoryPosition) -> Bool {
        catalog.withLock { catalog in catalog.logs.contains { $0.number == position.file } }
    }

    private func read(after cursor: UInt64, from start: HistoryPosition) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
    {
        var position = start
        var updates: [StoreUpdate] = []
        while updates.isEmpty {
            let (isLast, end) = catalog.withLock { ($0.logs.last?.number == position.file, $0.lastLogEnd) }
            var reader = try FrameReader(LedgerFolder.log(position.file), in: files, limit: isLast ? end : nil)
            if position.offset > 0 { reader.seek(to: position.offset, after: position.chain) }
            var isSealed = false
            while updates.count < 256, let (frame, bytes) = try reader.next() {
                isSealed = frame.kind == .sealed
                if isSealed { break }
                try frame.records(in: bytes, path: reader.path, by: reader.header.library, of: reader.origin) {
                    record in
                    if case .update(let update, _) = record, update.sequence > cursor { updates.append(update) }
                }
                (position.offset, position.chain) = (reader.offset, reader.chain)
            }
            if isSealed {
                position = HistoryPosition(file: position.file + 1)
            } else if updates.isEmpty {
                if isLast { break }
                throw reader.damage("records are missing or damaged here, and a later file continues")
            }
        }
        return (updates, position)
    }

    private func start(after cursor: UInt64) throws -> HistoryPosition {
        let log = catalog.withLock { $0.logs.last { $0.firstSequence <= cursor + 1 } }
        guard let log else {
            throw PurchaseFailure(
                .updatesNotKept, "Updates after number \(cursor) are no longer kept; the oldest is \(oldestKept).")
        }
        return HistoryPosition(file: log.number)
    }
}
