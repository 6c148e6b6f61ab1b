extension FileLedgerStorage.State {
    /// Takes the folder's lock, at the first call, and reads the ledger's identity and secret.
    mutating func lockFolder() throws {
        guard !isClosed else {
            throw StorageFailure(path: files.path, operation: "open", code: 0, reason: "the ledger is closed")
        }
        guard hold == nil else { return }
        let hold = try files.lock()
        let folder = try LedgerFolder(usable: files)
        for name in folder.unfinished { try files.remove(name) }
        // A program that was killed may have left names and bytes that were not synced; they are synced now.
        try files.syncFolder()
        mark = LedgerMark(try hold.read(at: 0, count: LedgerMark.size))
        // Otherwise a loss of power could bring back an earlier mark, of an end that has records after it by then.
        if let mark, mark.closedAt == nil { try hold.sync() }
        var generator = options.generator
        ledger = generator.next()
        secret = options.secret ?? KeyedHash(using: &generator)
        if let header = try folder.newestHeader(in: files) { (ledger, secret) = (header.ledger, header.secret) }
        self.hold = hold
    }

    mutating func open(_ body: (LedgerRecord) throws -> Void) throws {
        try lockFolder()
        try checkFolder()
        // What is acknowledged and not synced may be nowhere but in the writer's file.
        if try writer?.isInPlace() == true { try writer?.makeSafe() }
        writer = nil
        (lastSealed, snapshot) = (0, (0, 0))
        let folder = try LedgerFolder(usable: files)
        try checkMark(folder)
        guard !folder.isEmpty else { return try begin(after: .none) }
        var reading = FileLedgerStorage.Reading(folder: folder)
        if let number = folder.snapshots.last { try readSnapshot(number, &reading, body) }
        try readLogs(&reading, body)
        history.replace(with: reading.catalog)
        acknowledged = writer?.logEnd
    }

    /// Checks the lock file, which names the ledger; if it does, or if records were acknowledged, there must be files.
    private func checkMark(_ folder: LedgerFolder) throws {
        let path = files.path(of: LedgerFolder.lock)
        if folder.isEmpty, mark != nil || acknowledged != nil {
            throw LedgerDamage(path: path, offset: 0, reason: "it belongs to a ledger all of whose files are missing")
        }
        guard mark.map({ $0.ledger == ledger }) ?? true else {
            throw LedgerDamage(path: path, offset: 16, reason: "it and the other files belong to different ledgers")
        }
    }

    private mutating func readSnapshot(
        _ number: UInt64, _ reading: inout FileLedgerStorage.Reading, _ body: (LedgerRecord) throws -> Void
    ) throws {
        let name = LedgerFolder.snapshot(number)
        var part = LedgerHistory.Part(start: HistoryPosition(file: number, isSnapshot: true))
        let take = { (key: LedgerKey, record: LedgerRecord, frame: Frame) in
            if case .piece(.earlier) = record, part.start.offset == 0 {
                (part.start.offset, part.start.chain) = (frame.offset, frame.chain)
            }
            part.note(record, of: key)
            try body(record)
        }
        // Of each user's earlier updates only the first is needed now; the others are read when a consumer needs them.
        let (reader, _) = try FrameReader.readSealed(name, in: files, skipsEarlier: { part.hasFirst(of: $0) }, take)
        try check(reader, name)
        let before = reader.header.before
        snapshot = (number, reader.offset)
        lastSealed = number
        reading.catalog.parts = [part]
        reading.last = LogEnd(log: number, offset: before.offset, chain: before.chain)
        guard reading.folder.logs.contains(number + 1) else { throw missing(number + 1) }
    }

    func missing(_ log: UInt64) -> LedgerDamage {
        LedgerDamage(path: files.path(of: LedgerFolder.log(log)), offset: 0, reason: "the file is missing")
    }

    /// Checks that a file is the one of its name, and of this ledger.
    func check(_ reader: FrameReader, _ name: String) throws(LedgerDamage) {
        if let damage = reader.misplacement(name, of: ledger, secret) { throw damage }
    }
}

extension LedgerFolder {
    /// The files of a folder, all of them a ledger's.
    fileprivate init(usable files: any LedgerFiles) throws {
        try self.init(of: files)
        if let name = unusable.first {
            throw LedgerDamage(path: files.path(of: name), offset: 0, reason: "no ledger has a file of this number")
        }
    }

    /// Whether there is neither a log nor a snapshot.
    package var isEmpty: Bool { logs.isEmpty && snapshots.isEmpty }

    /// The header of the last log, or of the last snapshot if there is no log; `nil` when there is no file.
    package func newestHeader(in files: any LedgerFiles) throws -> SegmentHeader? {
        let name = logs.last.map(Self.log) ?? snapshots.last.map(Self.snapshot)
        return try name.map { try FrameReader($0, in: files).header }
    }
}
