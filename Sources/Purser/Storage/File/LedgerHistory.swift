/// The updates in a journal's files, for consumers whose next updates are no longer in memory.
///
/// Owns the list of files with updates. Any thread may read; the last log is read up to the last acknowledged frame.
package final class LedgerHistory: Sendable {
    struct Part: Sendable {
        var start: HistoryPosition
        /// The number of each ledger's first update in it; ledgers without one are omitted.
        private(set) var firsts: [LedgerKey: UInt64] = [:]
        /// Whose first update is known; nearly always the next record is theirs.
        private var latest: LedgerKey?

        init(start: HistoryPosition) { self.start = start }

        func hasFirst(of key: LedgerKey) -> Bool { key == latest || firsts[key] != nil }

        mutating func note(_ record: borrowing LedgerRecord, of key: LedgerKey) {
            guard key != latest else { return }
            if firsts[key] == nil {
                guard let update = record.storedUpdate else { return }
                firsts[key] = update.sequence
            }
            latest = key
        }
    }

    /// Which files there are: perhaps a snapshot, and the logs after it.
    struct Catalog: Sendable {
        var parts: [Part] = []
        var lastLogEnd = 0

        /// The part of a position; `nil` when its file is no longer there.
        func place(of position: HistoryPosition) -> Int? {
            parts.firstIndex { $0.start.file == position.file && $0.start.isSnapshot == position.isSnapshot }
        }
    }

    /// Advances when a log was sealed.
    package let sealings = EventCount()
    /// The thread on which the files are read.
    package let worker = BlockingWorker(label: "purser.ledger.history")
    fileprivate let files: any LedgerFiles
    fileprivate let catalog = Lock(Catalog())
    private let stopped = Lock(false)

    init(_ files: any LedgerFiles) { self.files = files }

    /// The updates of one ledger.
    package func updates(of key: LedgerKey) -> any LedgerUpdates { OneLedger(history: self, key: key) }

    /// Ends the compaction in the background.
    package func stop() {
        stopped.withLock { $0 = true }
        sealings.close()
    }

    /// Whether `stop()` was called.
    package var isStopped: Bool { stopped.withLock { $0 } }

    // MARK: For the storage

    /// Replaces the list of files by that of a new reading of the folder, in one step.
    func replace(with other: Catalog) { catalog.withLock { $0 = other } }

    /// A log without records follows the others.
    func add(_ log: SegmentHeader) {
        catalog.withLock {
            $0.parts.append(Part(start: HistoryPosition(file: log.number)))
            $0.lastLogEnd = SegmentHeader.size
        }
    }

    /// Records were appended to the last log.
    func lastLogEnds(at end: Int, with records: [LedgerRecord]) {
        catalog.withLock { catalog in
            catalog.lastLogEnd = end
            let last = catalog.parts.count - 1
            var key = LedgerKey.shared
            records.forEachInPlace { _, record in
                if case .section(let next) = record { key = next }
                catalog.parts[last].note(record, of: key)
            }
        }
    }

    /// Lists a snapshot in place of the files that are in it, unless new consumers need more than it has.
    ///
    /// Whether they have is found out while the list is locked, and consumers register before they read it.
    func put(_ snapshot: Part, unless lacksUpdates: () -> Bool) -> Bool {
        catalog.withLock { catalog in
            guard !lacksUpdates() else { return false }
            catalog.parts.removeAll { $0.start.isSnapshot || $0.start.file <= snapshot.start.file }
            catalog.parts.insert(snapshot, at: 0)
            return true
        }
    }
}

private struct OneLedger: LedgerUpdates {
    let history: LedgerHistory
    let key: LedgerKey

    var sealings: EventCount { history.sealings }
    var worker: BlockingWorker { history.worker }
    private var catalog: Lock<LedgerHistory.Catalog> { history.catalog }

    var oldestKept: UInt64 { catalog.withLock { $0.parts.lazy.compactMap { $0.firsts[key] }.first ?? .max } }

    func updates(after cursor: UInt64, from position: HistoryPosition?) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
    {
        if let position {
            do {
                return try read(after: cursor, from: position)
            } catch  where catalog.withLock({ $0.place(of: position) }) == nil {
                // Its file was deleted meanwhile: what is needed of it is in the snapshot.
            }
        }
        return try read(after: cursor, from: start(after: cursor))
    }

    private func read(after cursor: UInt64, from start: HistoryPosition) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
    {
        var position = start
        var updates: [StoreUpdate] = []
        while updates.isEmpty {
            let (next, end) = catalog.withLock { catalog in
                let place = catalog.place(of: position).map { $0 + 1 } ?? 0
                return (place < catalog.parts.count ? catalog.parts[place].start : nil, catalog.lastLogEnd)
            }
            var reader = try FrameReader(
                LedgerFolder.name(of: position.file, isSnapshot: position.isSnapshot), in: history.files,
                limit: next == nil ? end : nil)
            if position.offset > 0 { reader.seek(to: position.offset, after: position.chain, isInGroup: true) }
            var isSealed = false
            while updates.count < 256, let (frame, bytes) = try reader.next() {
                isSealed = frame.kind == .sealed
                if isSealed { break }
                try reader.records(of: frame, in: bytes) { owner, record in
                    guard owner == key, let update = record.storedUpdate, update.sequence > cursor else { return }
                    updates.append(update)
                }
                (position.offset, position.chain) = (reader.offset, reader.chain)
            }
            if isSealed, let next {
                position = next
            } else if updates.isEmpty {
                if next == nil { break }
                throw reader.isContinued()
            }
        }
        return (updates, position)
    }

    private func start(after cursor: UInt64) throws -> HistoryPosition {
        let part = catalog.withLock { $0.parts.last { part in part.firsts[key].map { $0 <= cursor + 1 } ?? false } }
        guard let part else {
            throw PurchaseFailure(
                .updatesNotKept,
                "Updates after number \(cursor) are no longer kept; the oldest is \(oldestKept).")
        }
        return part.start
    }
}
