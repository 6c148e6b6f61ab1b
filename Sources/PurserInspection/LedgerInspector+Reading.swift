import Purser

extension LedgerInspector {
    /// The state of reading the files of a folder one after the other.
    private struct Walk {
        let folder: LedgerFolder
        /// The header of its newest file; `nil` when that cannot be read.
        let newest: SegmentHeader?
        /// The end of the last read log, before its seal; `nil` when that is not known.
        var last: LogEnd? = LogEnd.none
    }

    typealias Body = (LedgerRecord, String, Int) throws -> Void

    func folder() throws -> LedgerFolder {
        let folder = try LedgerFolder(of: files)
        guard !folder.isEmpty else {
            throw StorageFailure(path: files.path, operation: "inspect", code: 0, reason: "there is no ledger in it")
        }
        return folder
    }

    func read(from folder: LedgerFolder, _ body: Body, found: (Finding) -> Void) throws {
        var walk = Walk(folder: folder, newest: (try? folder.newestHeader(in: files)) ?? nil)
        if let mark = LedgerMark(in: files), let newest = walk.newest, mark.ledger != newest.ledger {
            found(finding(LedgerFolder.lock, "it and the other files belong to different ledgers", at: 16))
        }
        for name in folder.unusable {
            found(finding(name, "no ledger has a file of this number"))
        }
        for number in folder.snapshots { walk.last = try readSnapshot(number, walk.newest, body, found) }
        for number in folder.missingLogs { found(finding(LedgerFolder.log(number), "the file is missing")) }
        // The end before the first log is known when that is the first of all.
        if folder.logs.first == 1 { walk.last = LogEnd.none }
        for number in folder.logs { try readLog(number, &walk, body, found) }
    }

    private func finding(_ name: String, _ reason: String, at offset: UInt64 = 0) -> Finding {
        Finding(path: files.path(of: name), offset: offset, reason: reason, isHarmless: false)
    }

    /// Reads a snapshot, and returns the end of the last log that is in it; `nil` when that is not known.
    @discardableResult
    func readSnapshot(
        _ number: UInt64, _ newest: SegmentHeader?, _ body: Body, _ found: (Finding) -> Void
    ) throws -> LogEnd? {
        guard var reader = try reader(LedgerFolder.snapshot(number), newest, found) else { return nil }
        while try !readWhole(&reader, body, found).isSealed {
            found(Finding(reader.damage("records are missing or damaged"), isHarmless: false))
            guard try reader.skip() else { break }
        }
        return reader.header.before
    }

    private func reader(
        _ name: String, _ newest: SegmentHeader?, _ found: (Finding) -> Void
    ) throws -> FrameReader? {
        do {
            let reader = try FrameReader(name, in: files)
            // Its records are read nevertheless: all that can be saved are.
            let ledger = newest ?? reader.header
            if let damage = reader.misplacement(name, of: ledger.ledger, ledger.secret) {
                found(Finding(damage, isHarmless: false))
            }
            return reader
        } catch let damage as LedgerDamage {
            found(Finding(damage, isHarmless: false))
            return nil
        }
    }

    /// Reads up to a seal, or to where no frame is complete: which of the two, and the end of the file before it.
    private func readWhole(
        _ reader: inout FrameReader, _ body: Body, _ found: (Finding) -> Void
    ) throws -> (isSealed: Bool, last: LogEnd) {
        let path = reader.path
        return try reader.readAll(
            found: { found(Finding($0, isHarmless: false)) }, { try body($1, path, $2.offset) })
    }

    /// Reads one log; after damage it continues with the next complete frame.
    ///
    /// Its app may be writing it, so an incomplete frame is read again after every sign that it has to be complete.
    private func readLog(_ number: UInt64, _ walk: inout Walk, _ body: Body, _ found: (Finding) -> Void) throws {
        guard var reader = try reader(LedgerFolder.log(number), walk.newest, found) else {
            walk.last = nil
            return
        }
        if let last = walk.last, reader.header.before != last, last.log + 1 == number {
            found(finding(LedgerFolder.log(number), "it does not continue where the previous file ends", at: 64))
        }
        walk.last = nil
        while true {
            let (isSealed, last) = try readWhole(&reader, body, found)
            if isSealed {
                walk.last = last
                return noteMissingLog(behind: reader, walk, found)
            }
            let mark = LedgerMark(in: files)
            let rest = try reader.rest()
            let isLast = try isLastUsed(number, walk)
            if try reader.hasGrown() { continue }
            if isLast, let end = mark?.closedAt, end != last || rest != .empty {
                found(Finding(reader.damage("the ledger was closed, and did not end here"), isHarmless: false))
                guard try reader.skip() else { return }
                continue
            }
            if isLast { walk.last = last }
            if rest == .empty, isLast { return }
            let isHarmless = isLast && rest == .torn
            let reason = isHarmless ? "a torn tail, which was never acknowledged" : "records are missing or damaged"
            found(Finding(reader.damage(reason), isHarmless: isHarmless))
            guard !isHarmless, try reader.skip() else { return }
        }
    }

    private func noteMissingLog(behind reader: FrameReader, _ walk: Walk, _ found: (Finding) -> Void) {
        let number = reader.header.number
        guard number == walk.folder.logs.last else { return }
        found(finding(LedgerFolder.log(number + 1), "the file is missing"))
    }

    /// Whether no later log has records; an empty one may exist, because the program ended before this one was sealed.
    private func isLastUsed(_ number: UInt64, _ walk: Walk) throws -> Bool {
        let later = walk.folder.logs.filter { $0 > number }
        guard later.first == number + 1, later.count == 1 else { return later.isEmpty }
        guard var next = try? FrameReader(LedgerFolder.log(number + 1), in: files) else { return false }
        return try next.isUnused()
    }
}

extension LedgerFolder {
    /// The first log of each gap; after the last snapshot there is always a log.
    fileprivate var missingLogs: [UInt64] {
        let present = Set(logs)
        let wanted = Set(logs.dropLast().map { $0 + 1 }).union([(snapshots.last ?? 0) + 1])
        return wanted.subtracting(present).sorted()
    }
}

extension LedgerInspector.Finding {
    fileprivate init(_ damage: LedgerDamage, isHarmless: Bool) {
        self.init(path: damage.path, offset: damage.offset, reason: damage.reason, isHarmless: isHarmless)
    }
}

extension LedgerInspector.Finding: CustomStringConvertible {
    /// File, byte and reason.
    public var description: String { "\(path) at byte \(offset): \(reason)\(isHarmless ? " (harmless)" : "")" }
}
