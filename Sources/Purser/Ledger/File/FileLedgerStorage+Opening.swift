extension FileLedgerStorage.State {
    /// Reads the folder from the beginning and makes it ready for new records.
    mutating func open(
        _ files: any LedgerFiles, _ options: FileLedgerStorage.Options, _ body: (LedgerRecord) throws -> Void
    ) throws {
        guard !isClosed else {
            throw LedgerFileError(path: files.path, operation: "open", code: 0, reason: "the ledger is closed")
        }
        let isFirst = hold == nil
        if isFirst { hold = try files.lock() }
        writer = nil
        lastSealed = 0
        snapshot = (0, 0)
        nextSequence = 1
        var catalog = LedgerHistory.Catalog()
        let folder = LedgerFolder(names: try files.list())
        if let name = folder.unusable.first {
            throw LedgerDamage(path: files.path(of: name), offset: 0, reason: "no ledger has a file of this number")
        }
        // Later on, one of them may be a snapshot that is being written.
        if isFirst {
            for name in folder.unfinished { try files.remove(name) }
            // A program that was killed may have left names and bytes that were not synced; they are made safe now.
            try files.syncFolder()
        }
        guard !folder.logs.isEmpty || !folder.snapshots.isEmpty else {
            var generator = options.generator
            ledger = generator.next()
            return try begin(files, options)
        }
        if let number = folder.snapshots.last { try readSnapshot(number, folder.logs, files, &catalog, body) }
        try readLogs(folder.logs.filter { $0 > lastSealed }, files, options, &catalog, body)
        history.replace(with: catalog)
        if writer == nil { try begin(files, options) }
    }

    private mutating func readSnapshot(
        _ number: UInt64, _ logs: [UInt64], _ files: any LedgerFiles,
        _ catalog: inout LedgerHistory.Catalog, _ body: (LedgerRecord) throws -> Void
    ) throws {
        let name = LedgerFolder.snapshot(number)
        let (header, end) = try FrameReader.readSealed(name, in: files, body)
        try check(header, .snapshot, number, files.path(of: name))
        snapshot = (number, end)
        lastSealed = number
        nextSequence = header.firstSequence
        // Logs whose records are in the snapshot serve readers of updates only, so those before a gap are of no use.
        let older = Array(logs.filter { $0 <= number }.reversed())
        let kept = zip(older, 0...).prefix { $0 == number - UInt64($1) }.map(\.0).reversed()
        for log in kept {
            let reader = try FrameReader(LedgerFolder.log(log), in: files)
            try check(reader.header, .log, log, reader.path)
            catalog.add(reader.header, end: reader.limit)
        }
        guard logs.contains(number + 1) else {
            throw LedgerDamage(
                path: files.path(of: LedgerFolder.log(number + 1)), offset: 0, reason: "the file is missing")
        }
    }

    private mutating func readLogs(
        _ logs: [UInt64], _ files: any LedgerFiles, _ options: FileLedgerStorage.Options,
        _ catalog: inout LedgerHistory.Catalog, _ body: (LedgerRecord) throws -> Void
    ) throws {
        for (index, number) in logs.enumerated() {
            guard number == lastSealed + 1 else {
                throw LedgerDamage(
                    path: files.path(of: LedgerFolder.log(lastSealed + 1)), offset: 0, reason: "the file is missing")
            }
            try readLog(number, isLast: index == logs.count - 1, files, options, &catalog, body)
            lastSealed = number
        }
        if let number = writer?.header.number { lastSealed = number - 1 }
    }

    private mutating func readLog(
        _ number: UInt64, isLast: Bool, _ files: any LedgerFiles, _ options: FileLedgerStorage.Options,
        _ catalog: inout LedgerHistory.Catalog, _ body: (LedgerRecord) throws -> Void
    ) throws {
        var reader = try FrameReader(LedgerFolder.log(number), in: files)
        try check(reader.header, .log, number, reader.path)
        nextSequence = max(nextSequence, reader.header.firstSequence)
        catalog.add(reader.header, end: reader.limit)
        while let (frame, bytes) = try reader.next() {
            if frame.kind == .sealed {
                if isLast { try files.open(LedgerFolder.log(number), as: .writing).sync() }
                return
            }
            try frame.records(in: bytes, path: reader.path) { record in
                if case .update(let update, _) = record { nextSequence = update.sequence + 1 }
                try body(record)
            }
        }
        guard isLast else { throw reader.damage("records are missing or damaged here, and a later file goes on") }
        let rest = try reader.rest()
        guard rest != .damaged else {
            throw reader.damage("records are damaged here that were safe when later ones were written")
        }
        catalog.lastLogEnd = reader.offset
        try goOn(reader, isTorn: rest == .torn, files, options)
    }

    /// Makes the last log ready for writing: cuts off a write that was torn, and syncs everything that was read from it.
    private mutating func goOn(
        _ reader: FrameReader, isTorn: Bool, _ files: any LedgerFiles, _ options: FileLedgerStorage.Options
    ) throws {
        let file = try files.open(LedgerFolder.log(reader.header.number), as: .writing)
        if isTorn { try file.truncate(to: reader.offset) }
        try file.sync()
        writer = SegmentWriter(
            file, reader.header, end: reader.offset, filledEnd: isTorn ? 0 : reader.limit,
            isSynced: options.durability == .synced, fill: options.fill)
    }

    mutating func check(_ header: SegmentHeader, _ kind: SegmentHeader.Kind, _ number: UInt64, _ path: String)
        throws(LedgerDamage)
    {
        guard header.kind == kind, header.number == number else {
            throw LedgerDamage(path: path, offset: 10, reason: "the file's name and its header disagree")
        }
        if ledger == 0 { ledger = header.ledger }
        guard header.ledger == ledger else {
            throw LedgerDamage(path: path, offset: 32, reason: "the file belongs to another ledger")
        }
    }
}
