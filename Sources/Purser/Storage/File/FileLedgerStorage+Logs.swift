// Logs follow each other, and the lock file records whether they are open.
extension FileLedgerStorage.State {
    /// Begins the next log, and then seals the current one, so that a sealed log always has one after it.
    mutating func rollOver() throws {
        // The next one records the end of the current one, so that end has to be synced.
        try writer?.makeSafe()
        guard let last = writer?.logEnd else { return }
        let next = try makeLog(after: last)
        // If this fails, the empty log after it is replaced at the next attempt, or removed at the next opening.
        try writer?.append(.sealed)
        lastSealed = last.log
        go(on: next)
        history.sealings.advance()
    }

    /// Begins a log after the last one that was read, when none is open.
    mutating func begin(after last: LogEnd) throws { go(on: try makeLog(after: last)) }

    private mutating func go(on next: SegmentWriter) {
        writer = next
        acknowledged = next.logEnd
        history.add(next.header)
    }

    /// Makes a log without records: it gets its name only when it is complete.
    private func makeLog(after last: LogEnd) throws -> SegmentWriter {
        let header = SegmentHeader(kind: .log, number: last.log + 1, ledger: ledger, secret: secret, before: last)
        var writer = try SegmentWriter(
            making: header, in: files, isSynced: options.durability == .synced, fill: options.fill)
        try writer.complete(in: files)
        return writer
    }

    // MARK: The lock

    /// Throws unless folder and lock are still the ones that were opened.
    func checkFolder() throws {
        let path = files.path(of: LedgerFolder.lock)
        if let hold, try !hold.isAt(path) { throw Self.lost(path) }
    }

    /// Throws unless folder, lock and log are still the ones that were opened.
    ///
    /// Before writes that wait for no disk the paths are checked each 16th time, otherwise only whether files are deleted.
    mutating func checkPlaces(isSynced: Bool) throws {
        let isQuick = !isSynced && quickChecks > 0
        quickChecks = isQuick ? quickChecks - 1 : 15
        if isQuick {
            if let hold, try !hold.isNamed() { throw Self.lost(files.path(of: LedgerFolder.lock)) }
        } else {
            try checkFolder()
        }
        guard let log = writer?.header.number, try writer?.isInPlace(quickly: isQuick) == false else { return }
        throw Self.lost(files.path(of: LedgerFolder.log(log)))
    }

    static func lost(_ path: String) -> StorageFailure {
        StorageFailure(
            path: path, operation: "write", code: 0,
            reason: "it, or its folder, was deleted, moved or replaced while the ledger was open; close the store, put "
                + "it back, and open again")
    }

    /// Records in the lock file, before the first record, that the ledger is open: from now on it may have a torn end.
    mutating func markOpen() throws {
        if let mark, mark.closedAt == nil { return }
        try write(LedgerMark(ledger: ledger, closedAt: nil))
    }

    /// Records the end of the logs, so that any change of them is detected; nothing when it is recorded already.
    mutating func markClosed() throws {
        guard writer != nil else { return }
        if let mark, mark.closedAt != nil { return }
        try checkFolder()
        guard try writer?.isInPlace() == true else { return }
        try writer?.append(.closed)
        guard let end = writer?.logEnd else { return }
        try write(LedgerMark(ledger: ledger, closedAt: end))
    }

    private mutating func write(_ mark: LedgerMark) throws {
        // After a failed write the file may have any content.
        self.mark = nil
        try hold?.write(mark.bytes, at: 0)
        try hold?.sync()
        self.mark = mark
    }
}
