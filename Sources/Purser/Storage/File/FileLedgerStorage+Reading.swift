extension FileLedgerStorage {
    /// The state of reading the folder.
    struct Reading {
        let folder: LedgerFolder
        let files: any LedgerFiles
        var catalog = LedgerHistory.Catalog()
        /// The end of the last read log, before its seal.
        var last = LogEnd.none

        init(_ folder: LedgerFolder, _ files: any LedgerFiles) {
            self.folder = folder
            self.files = files
        }
    }
}

extension FileLedgerStorage.State {
    mutating func readLogs(
        _ reading: inout FileLedgerStorage.Reading, _ options: FileLedgerStorage.Options,
        _ body: (LedgerRecord) throws -> Void
    ) throws {
        let logs = reading.folder.logs.filter { $0 > lastSealed }
        for (index, number) in logs.enumerated() {
            guard number == lastSealed + 1 else { throw missing(lastSealed + 1, reading.files) }
            let reader = try readLog(number, &reading, body)
            guard let reader else {
                lastSealed = number
                continue
            }
            try goOn(reader, before: logs.dropFirst(index + 1), reading, options)
            reading.catalog.lastLogEnd = reader.offset
            return
        }
        // The next file is made before a log is sealed.
        throw missing(lastSealed + 1, reading.files)
    }

    /// Reads a log up to its seal, or returns the reader at the place where no frame is complete.
    private mutating func readLog(
        _ number: UInt64, _ reading: inout FileLedgerStorage.Reading, _ body: (LedgerRecord) throws -> Void
    ) throws -> FrameReader? {
        var reader = try FrameReader(LedgerFolder.log(number), in: reading.files)
        try check(reader.header, .log, number, reader.path)
        guard reader.header.before == reading.last else {
            throw LedgerDamage(
                path: reader.path, offset: 64, reason: "it does not continue where the previous file ends")
        }
        var part = LedgerHistory.Part(start: HistoryPosition(file: number))
        defer { reading.catalog.parts.append(part) }
        reading.last = reader.end
        var isFound = acknowledged?.log != number || acknowledged == reader.end
        while let (frame, bytes) = try reader.next() {
            if frame.kind == .sealed {
                guard isFound else { throw replaced(reader) }
                return nil
            }
            try reader.records(of: frame, in: bytes) { record in
                part.note(record)
                try body(record)
            }
            reading.last = reader.end
            isFound = isFound || reader.end == acknowledged
        }
        guard isFound else { throw replaced(reader) }
        return reader
    }

    private func replaced(_ reader: FrameReader) -> LedgerDamage {
        reader.damage("records are missing that were acknowledged: the file was replaced while the ledger was open")
    }

    /// Makes the last log ready for writing: cuts off a torn write, and syncs everything that was read from it.
    ///
    /// At most one log without a frame is after it, because a log is sealed before the next is written.
    private mutating func goOn(
        _ reader: FrameReader, before later: ArraySlice<UInt64>, _ reading: FileLedgerStorage.Reading,
        _ options: FileLedgerStorage.Options
    ) throws {
        let files = reading.files
        let isUsed = acknowledged.map { $0.log > reader.header.number } ?? false
        guard !isUsed, later.count < 2, try later.allSatisfy({ try isUnused($0, behind: reader, reading) }) else {
            throw reader.damage("records are missing or damaged here, and a later file continues")
        }
        let rest = try reader.rest()
        guard rest != .damaged else {
            throw reader.damage("records are damaged here that were safe when later ones were written")
        }
        if let end = mark?.closedAt, end != reader.end || rest != .empty {
            throw reader.damage("the ledger was closed in an orderly way, and did not end here")
        }
        let name = LedgerFolder.log(reader.header.number)
        let file = try files.open(name, as: .writing)
        if rest == .torn { try file.truncate(to: reader.offset) }
        try file.sync()
        for log in later { try files.remove(LedgerFolder.log(log)) }
        // A program that sealed the log before it may have been killed before that was synced.
        if reader.offset == SegmentHeader.size, reading.folder.logs.contains(reader.header.number - 1) {
            try files.open(LedgerFolder.log(reader.header.number - 1), as: .writing).sync()
        }
        writer = SegmentWriter(
            file, path: reader.path, reader.header, end: reader.end, filledEnd: rest == .torn ? 0 : reader.limit,
            isSynced: options.durability == .synced, fill: options.fill)
    }

    /// Whether a log has no frames yet, and the previous one ends where this one states.
    private func isUnused(
        _ number: UInt64, behind reader: FrameReader, _ reading: FileLedgerStorage.Reading
    ) throws -> Bool {
        var next = try FrameReader(LedgerFolder.log(number), in: reading.files)
        try check(next.header, .log, number, next.path)
        guard number == reader.header.number + 1,
            next.header.before.offset <= reader.offset, try next.next() == nil
        else { return false }
        return try next.rest() == .empty
    }
}
