extension FileLedgerStorage {
    struct Reading {
        let folder: LedgerFolder
        var catalog = LedgerHistory.Catalog()
        var last = LogEnd.none
    }
}

extension FileLedgerStorage.State {
    mutating func readLogs(
        _ reading: inout FileLedgerStorage.Reading, _ body: (LedgerRecord) throws -> Void
    ) throws {
        let logs = reading.folder.logs.filter { $0 > lastSealed }
        for (index, number) in logs.enumerated() {
            guard number == lastSealed + 1 else { throw missing(lastSealed + 1) }
            let reader = try readLog(number, &reading, body)
            guard let reader else {
                lastSealed = number
                continue
            }
            try goOn(reader, before: logs.dropFirst(index + 1), reading.folder)
            reading.catalog.lastLogEnd = reader.offset
            return
        }
        // The next file is made before a log is sealed.
        throw missing(lastSealed + 1)
    }

    /// Reads a log up to its seal, or returns the reader at the place where no frame is complete.
    private func readLog(
        _ number: UInt64, _ reading: inout FileLedgerStorage.Reading, _ body: (LedgerRecord) throws -> Void
    ) throws -> FrameReader? {
        var reader = try FrameReader(LedgerFolder.log(number), in: files)
        try check(reader, LedgerFolder.log(number))
        guard reader.header.before == reading.last else {
            throw LedgerDamage(
                path: reader.path, offset: 64, reason: "it does not continue where the previous file ends")
        }
        var part = LedgerHistory.Part(start: HistoryPosition(file: number))
        let (isSealed, last) = try reader.readAll { key, record, _ in
            part.note(record, of: key)
            try body(record)
        }
        reading.catalog.parts.append(part)
        reading.last = last
        if let acknowledged, acknowledged.log == number, try !reader.has(acknowledged, in: files) {
            throw reader.damage(
                "records are missing that were acknowledged: the file was replaced while the ledger was open")
        }
        return isSealed ? nil : reader
    }

    /// Makes the last log ready for writing: cuts off a torn write, and syncs everything that was read from it.
    ///
    /// At most one log without a frame is after it, because a log is sealed before the next is written.
    private mutating func goOn(
        _ reader: FrameReader, before later: ArraySlice<UInt64>, _ folder: LedgerFolder
    ) throws {
        let isUsed = acknowledged.map { $0.log > reader.header.number } ?? false
        guard !isUsed, later.count < 2, try later.allSatisfy({ try isUnused($0, behind: reader) })
        else { throw reader.isContinued() }
        let rest = try reader.rest()
        guard rest != .damaged else {
            throw reader.damage("records are damaged here that were safe when later ones were written")
        }
        if let end = mark?.closedAt, end != reader.end || rest != .empty {
            throw reader.damage("the ledger was closed in an orderly way, and did not end here")
        }
        let file = try files.open(reader.header.name, as: .writing)
        if rest == .torn { try file.truncate(to: reader.offset) }
        try file.sync()
        for log in later { try files.remove(LedgerFolder.log(log)) }
        // A program that sealed the log before it may have been killed before that was synced.
        if reader.offset == SegmentHeader.size, folder.logs.contains(reader.header.number - 1) {
            try files.open(LedgerFolder.log(reader.header.number - 1), as: .writing).sync()
        }
        writer = SegmentWriter(
            file, path: reader.path, reader.header, end: reader.end, filledEnd: rest == .torn ? 0 : reader.limit,
            isSynced: options.durability == .synced, fill: options.fill)
    }

    /// Whether a log has no frames yet, and the previous one ends where this one states.
    private func isUnused(_ number: UInt64, behind reader: FrameReader) throws -> Bool {
        var next = try FrameReader(LedgerFolder.log(number), in: files)
        try check(next, LedgerFolder.log(number))
        return try number == reader.header.number + 1 && next.header.before.offset <= reader.offset && next.isUnused()
    }
}
