/// A ledger in a folder: logs of records, each log going on where the one before it ends.
///
/// Owns the folder's lock and the last log. Promises: what `append` has stored is given by every later `load`,
/// whatever happens in between (L1); one that failed leaves nothing behind (L2); a folder has one owner (L3); damage is
/// reported, never skipped. Calls come one at a time, from the worker; the lock inside guards against `compact`, which
/// runs on another thread, and is held while the disk writes.
package final class FileLedgerStorage: LedgerStorage {
    /// How a folder is written.
    package struct Options: Sendable {
        /// When a record counts as written.
        package var durability: LedgerDurability
        /// A log that has grown to this size is followed by another one.
        package var logSize: Int
        /// How many bytes are filled with zeros ahead of the records at first; it grows with the log.
        package var fill: Int
        /// The version of the format that new files have; 2 where records about users are written.
        package var version: UInt16
        /// Where the identity of a new ledger comes from.
        package var generator: any RandomNumberGenerator & Sendable

        /// Options; what is left out has its default.
        package init(
            durability: LedgerDurability = .synced, logSize: Int = 4 << 20, fill: Int = 1 << 14,
            version: UInt16 = 1,
            generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        ) {
            self.durability = durability
            self.logSize = logSize
            self.fill = fill
            self.version = version
            self.generator = generator
        }
    }

    struct State: Sendable {
        /// The folder's lock.
        var hold: (any Sendable)?
        /// The last log; `nil` before the first `load`, and while it is sealed and the next one is not made yet.
        var writer: SegmentWriter?
        /// The last log that was sealed, 0 when none was.
        var lastSealed: UInt64 = 0
        var ledger: UInt64 = 0
        var nextSequence: UInt64 = 1
        var isClosed = false
        /// The last snapshot and its size; 0 when there is none.
        var snapshot: (number: UInt64, size: Int) = (0, 0)
        /// Empty between two calls; kept so that its memory is used again.
        var frames = FrameBuffer()
        let history: LedgerHistory
    }

    /// The thread that makes the calls, which may block until the disk has written.
    package let worker: BlockingWorker
    /// Reads the updates out of the folder's files.
    package let history: LedgerHistory?
    let files: any LedgerFiles
    let options: Options
    let state: Lock<State>

    /// A ledger in a folder; nothing is opened before the first `load`.
    package init(_ files: any LedgerFiles, options: Options = Options(), worker: BlockingWorker = .inline) {
        self.files = files
        self.options = options
        self.worker = worker
        let history = LedgerHistory(files)
        self.history = history
        state = Lock(State(history: history))
    }

    /// Opens the folder at the first call, and gives its records in order.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, naming file and offset, or `.alreadyOpen`.
    package func load(_ body: (LedgerRecord) throws -> Void) throws {
        try state.withLock { state in
            do {
                try state.open(files, options, body)
            } catch {
                state.writer = nil
                throw PurchaseFailure(ledger: error)
            }
        }
    }

    /// Writes records behind the others, and syncs the file when `isUrgent` and the durability ask for that.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`; none of the records counts as stored then.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !records.isEmpty else { return }
        try state.withLock { state in
            do {
                try state.append(records, files, options, isUrgent: isUrgent)
            } catch {
                throw PurchaseFailure(ledger: error)
            }
        }
    }

    /// Notes in the file that it was closed in order, and gives up the folder's lock.
    package func close() {
        history?.stop()
        state.withLock { state in
            // Should this fail, the next one to open the ledger reads it as after a crash, and loses nothing.
            try? state.writer?.append(.closed)
            state.writer = nil
            state.hold = nil
            state.isClosed = true
        }
    }
}

extension FileLedgerStorage.State {
    mutating func append(
        _ records: [LedgerRecord], _ files: any LedgerFiles, _ options: FileLedgerStorage.Options, isUrgent: Bool
    ) throws {
        guard !isClosed, hold != nil else {
            throw LedgerFileError(path: files.path, operation: "write", code: 0, reason: "the ledger is closed")
        }
        if let end = writer?.end, end >= options.logSize { try seal() }
        if writer == nil { try begin(files, options) }
        try encode(records, files)
        try writer?.append(&frames, isUrgent: isUrgent)
        history.lastLogEnds(at: writer?.end ?? 0)
        // Numbers grow, so the last one counts.
        for index in records.indices.reversed() {
            guard case .update(let update, _) = records[index] else { continue }
            nextSequence = update.sequence + 1
            break
        }
    }

    private mutating func encode(_ records: [LedgerRecord], _ files: any LedgerFiles) throws {
        frames.removeAll()
        records.forEachInPlace { _, record in frames.append(record) }
        guard frames.fits else {
            throw LedgerFileError(path: files.path, operation: "write", code: 0, reason: "a record exceeds 15 MiB")
        }
    }

    /// Ends the log; what it holds is safe then.
    mutating func seal() throws {
        guard let number = writer?.header.number else { return }
        try writer?.append(.sealed)
        lastSealed = number
        writer = nil
        history.sealings.advance()
    }

    /// Begins the next log: it bears its name only when it is whole.
    mutating func begin(_ files: any LedgerFiles, _ options: FileLedgerStorage.Options) throws {
        let header = SegmentHeader(
            kind: .log, number: lastSealed + 1, firstSequence: nextSequence, ledger: ledger, version: options.version)
        let name = LedgerFolder.log(header.number)
        let file = try files.open(LedgerFolder.unfinished(name), as: .creating)
        try file.write(header.bytes, at: 0)
        try file.sync()
        try files.rename(LedgerFolder.unfinished(name), to: name)
        try files.syncFolder()
        writer = SegmentWriter(
            file, header, end: SegmentHeader.size, filledEnd: 0, isSynced: options.durability == .synced,
            fill: options.fill)
        history.add(header, end: SegmentHeader.size)
    }
}
