extension FileLedgerStorage {
    /// Writes a snapshot of the state after the sealed logs, when these have outgrown the last one, and deletes old
    /// files.
    ///
    /// The updates that have to stay readable are copied into it, so that one consumer that is far behind keeps no
    /// other's records. `append` does not wait for it. The old files are deleted last, so that either they or the new one
    /// exist.
    package func compact(
        keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool = { false }
    ) throws {
        try compacting.withLock { _ in try compact(keeping: floor, isForced: false, unless: isStopped) }
    }

    /// Replaces everything by a snapshot and an empty log.
    package func compactWholly(keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64) throws {
        try compacting.withLock { _ in
            let last = try withState { state in
                try state.rollOver()
                return state.lastSealed
            }
            // A new consumer that reads earlier updates has them put aside once more.
            repeat {
                try compact(keeping: floor, isForced: true) { false }
                guard !updates.isStopped else { throw PurchaseFailure.storeClosed() }
            } while try withState({ $0.snapshot.number < last })
        }
    }

    private func compact(
        keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, isForced: Bool,
        unless isStopped: @escaping () -> Bool
    ) throws {
        // A snapshot without the log after it would look as if that log were lost.
        let (lastSealed, snapshot, isOpen) = try withState {
            ($0.writer == nil ? 0 : $0.lastSealed, $0.snapshot, $0.hold != nil && !$0.isClosed)
        }
        guard isOpen else { return }
        do {
            try checkFolder()
            let folder = LedgerFolder(names: try files.list())
            try dropFiles(of: folder, before: snapshot.number)
            guard lastSealed > snapshot.number, try isForced || isDue(snapshot, lastSealed) else { return }
            var compaction = Compaction(files: files, snapshot: snapshot.number, last: lastSealed) { [updates] in
                updates.isStopped || isStopped()
            }
            let (records, end) = try compaction.replay(secret: try secret())
            let floors = records.floors(floor)
            let (size, part) = try write(records, floors, compaction, after: end)
            guard updates.put(part, unless: { records.floors(floor).contains { $1 < floors[$0] ?? 0 } })
            else { return try files.remove(LedgerFolder.snapshot(lastSealed)) }
            try withState { $0.snapshot = (lastSealed, size) }
            try checkFolder()
            try dropFiles(of: folder, before: lastSealed)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }

    /// Nothing may be written or deleted in a folder that was replaced meanwhile, or belongs to another store.
    private func checkFolder() throws { try withState { try $0.checkFolder() } }

    /// Whether a snapshot is due: writing one takes time by its size, so the logs must have grown by that size.
    private func isDue(_ snapshot: (number: UInt64, size: Int), _ lastSealed: UInt64) throws -> Bool {
        let grown = try (snapshot.number + 1...lastSealed).reduce(0) { sum, number in
            sum + (try files.open(LedgerFolder.log(number), as: .reading).size())
        }
        return grown >= snapshot.size
    }

    private func write(
        _ records: StoreRecords, _ floors: [LedgerKey: UInt64], _ compaction: Compaction, after end: LogEnd
    ) throws -> (size: Int, part: LedgerHistory.Part) {
        let (ledger, secret) = try withState { ($0.ledger, $0.secret) }
        let header = SegmentHeader(
            kind: .snapshot, number: compaction.last, ledger: ledger, secret: secret, before: end)
        do {
            var writer = try SnapshotWriter(header, in: files)
            try records.write { record in
                guard !compaction.isStopped() else { throw CancellationError() }
                try writer.write(record)
            }
            var part = LedgerHistory.Part(start: try writer.position())
            try compaction.updates(from: floors) { key, update in
                let record = LedgerRecord.piece(.earlier(update))
                part.note(record, of: key)
                try writer.write(.section(key))
                try writer.write(record)
            }
            return (try writer.finish(), part)
        } catch {
            // On a full disk, an unfinished snapshot would take the space that the next purchase needs.
            try? files.remove(LedgerFolder.unfinished(header.name))
            throw error
        }
    }

    private func dropFiles(of folder: LedgerFolder, before snapshot: UInt64) throws {
        for number in folder.snapshots where number < snapshot { try files.remove(LedgerFolder.snapshot(number)) }
        for number in folder.logs where number <= snapshot { try files.remove(LedgerFolder.log(number)) }
    }
}

extension StoreRecords {
    /// The number of the first update of each ledger that has to stay readable.
    fileprivate func floors(_ floor: (LedgerKey, borrowing LedgerState) -> UInt64) -> [LedgerKey: UInt64] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, floor($0, self[$0])) })
    }
}
