extension FileLedgerStorage {
    /// Writes a snapshot of the state after the sealed logs, when these have outgrown the last one, and deletes old
    /// logs.
    ///
    /// `append` does not wait for it. The old files are deleted last, so that either they or the new one exist.
    package func compact(keeping floor: @Sendable () -> UInt64) throws {
        // A snapshot without the log after it would look as if that log were lost.
        let (lastSealed, snapshot) = state.withLock { ($0.writer == nil ? 0 : $0.lastSealed, $0.snapshot) }
        guard state.withLock({ $0.hold != nil && !$0.isClosed }) else { return }
        do {
            try checkFolder()
            var newest = snapshot.number
            if try isDue(snapshot, lastSealed) {
                let (state, end) = try replay(snapshot.number, upTo: lastSealed)
                let size = try write(state, after: end)
                self.state.withLock { $0.snapshot = (lastSealed, size) }
                newest = lastSealed
                try checkFolder()
            }
            try dropFiles(olderThan: newest, floor: floor)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }

    /// Checks the folder: nothing may be written or deleted in one that was replaced meanwhile, or belongs to another
    /// store.
    private func checkFolder() throws { try state.withLock { try $0.checkFolder(files) } }

    /// Whether a snapshot is due: writing one takes time by its size, so the logs must have grown by that size since
    /// the last one.
    private func isDue(_ snapshot: (number: UInt64, size: Int), _ lastSealed: UInt64) throws -> Bool {
        guard lastSealed > snapshot.number else { return false }
        let grown = try (snapshot.number + 1...lastSealed).reduce(0) { sum, number in
            sum + (try files.open(LedgerFolder.log(number), as: .reading).size())
        }
        return grown >= snapshot.size
    }

    private func replay(_ snapshot: UInt64, upTo last: UInt64) throws -> (state: LedgerState, end: LogEnd) {
        var state = LedgerState(secret: try secret(), keepsSkipped: true)
        var end = LogEnd.none
        let take = { [history] (record: LedgerRecord) in
            guard history?.isStopped != true else { throw CancellationError() }
            state.apply(record)
        }
        if snapshot > 0 { _ = try FrameReader.readSealed(LedgerFolder.snapshot(snapshot), in: files, take) }
        for number in (snapshot + 1)...last {
            end = try FrameReader.readSealed(LedgerFolder.log(number), in: files, take).last
        }
        return (state, end)
    }

    private func write(_ state: LedgerState, after end: LogEnd) throws -> Int {
        let (ledger, secret) = self.state.withLock { ($0.ledger, $0.secret) }
        let header = SegmentHeader(
            kind: .snapshot, number: end.log, firstSequence: state.nextSequence, ledger: ledger, secret: secret,
            before: end)
        do {
            var writer = try SnapshotWriter(header, in: files)
            try state.write { record in
                guard history?.isStopped != true else { throw CancellationError() }
                try writer.write(record)
            }
            return try writer.finish()
        } catch {
            // On a full disk, an unfinished snapshot would take the space that the next purchase needs.
            try? files.remove(LedgerFolder.unfinished(LedgerFolder.snapshot(end.log)))
            throw error
        }
    }

    private func dropFiles(olderThan snapshot: UInt64, floor: () -> UInt64) throws {
        let folder = LedgerFolder(names: try files.list())
        for number in folder.snapshots where number < snapshot { try files.remove(LedgerFolder.snapshot(number)) }
        guard let oldest = history?.drop(upTo: snapshot, floor: floor) else { return }
        for number in folder.logs where number < oldest { try files.remove(LedgerFolder.log(number)) }
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
            try frame.records(in: bytes, path: reader.path, by: reader.header.library, of: reader.origin, body)
            last = reader.end
        }
        throw reader.damage("records are missing or damaged here, and a later file continues")
    }
}
