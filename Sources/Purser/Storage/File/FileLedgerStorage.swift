/// A ledger in a folder: logs of records, each log continuing the one before it.
///
/// Owns the folder's lock and the last log. Promises: L1, L2 and L3; damage is reported, never skipped. Calls come one
/// at a time, from the worker; the lock inside guards against `compact`, and is held while the disk writes.
package final class FileLedgerStorage: LedgerStorage {
    /// How a folder is written.
    package struct Options: Sendable {
        /// When a record counts as written.
        package var durability: LedgerDurability
        /// A log that has grown to this size is followed by another one.
        package var logSize: Int
        /// How many bytes are filled with zeros ahead of the records at first; it grows with the log, but 0 stays 0.
        package var fill: Int
        /// When a frame has this many bytes, the next record begins another one.
        package var frameLength: Int
        /// The secret of a new ledger; `nil` draws one.
        package var secret: KeyedHash?
        /// The source of the identity and the secret of a new ledger.
        package var generator: any RandomNumberGenerator & Sendable

        /// Makes options; omitted parameters have their defaults.
        package init(
            durability: LedgerDurability = .synced, logSize: Int = 4 << 20, fill: Int = 1 << 14,
            frameLength: Int = 1 << 20, secret: KeyedHash? = nil,
            generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        ) {
            self.durability = durability
            self.logSize = logSize
            self.fill = fill
            self.frameLength = frameLength
            self.secret = secret
            self.generator = generator
        }
    }

    struct State: Sendable {
        let files: any LedgerFiles
        let options: Options
        let history: LedgerHistory
        /// Empty between two calls; kept to reuse its memory.
        var frames: FrameBuffer
        var hold: (any LedgerFile)?
        /// The ledger's mark in the lock file; `nil` while it has none.
        var mark: LedgerMark?
        /// The last log; `nil` before the first `load`, and while it is sealed and the next one is not made yet.
        var writer: SegmentWriter?
        /// The last log that was sealed, 0 when none was.
        var lastSealed: UInt64 = 0
        var ledger: UInt64 = 0
        var secret = KeyedHash.zero
        /// How many writes may be made without checking the paths of the files.
        var quickChecks = 0
        /// The acknowledged end of the logs; `nil` before the first ``load(_:)``.
        var acknowledged: LogEnd?
        var isClosed = false
        var snapshot: (number: UInt64, size: Int) = (0, 0)
    }

    /// The thread that makes the calls, which may block until the disk has written.
    package let worker: BlockingWorker
    /// Reads the updates out of the folder's files.
    package let updates: LedgerHistory
    let files: any LedgerFiles
    private let state: Lock<State>
    /// Held while files are replaced by a snapshot.
    let compacting = Lock(false)

    /// Makes a ledger in a folder; nothing is opened before the first `load`.
    package init(_ files: any LedgerFiles, options: Options = Options(), worker: BlockingWorker = .inline) {
        self.files = files
        self.worker = worker
        updates = LedgerHistory(files)
        state = Lock(
            State(
                files: files, options: options, history: updates,
                frames: FrameBuffer(fullLength: options.frameLength)))
    }

    /// Whether the folder has files; also true when that cannot be found out.
    package var mayHaveRecords: Bool {
        do {
            return try !files.list().isEmpty
        } catch {
            return (error as? StorageFailure)?.systemCode != 2
        }
    }

    /// Reads the updates of one ledger.
    package func history(of key: LedgerKey) -> (any LedgerUpdates)? { updates.updates(of: key) }

    func withState<Result>(_ body: (inout State) throws -> Result) throws -> Result {
        try state.withLock { state in
            do { return try body(&state) } catch { throw PurchaseFailure(ledger: error) }
        }
    }

    /// The ledger's secret; opens the folder at the first call.
    package func secret() throws -> KeyedHash {
        try withState { state in
            try state.lockFolder()
            return state.secret
        }
    }

    /// Opens the folder at the first call, and reads its records in order.
    package func load(_ body: (LedgerRecord) throws -> Void) throws { try withState { try $0.open(body) } }

    /// Appends records, and syncs the file when `isUrgent` and the durability require it.
    package func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        if !records.isEmpty { try withState { try $0.append(records, isUrgent: isUrgent) } }
    }

    /// Removes everything that is recorded of a user from a ledger that no store has open.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` or `.alreadyOpen`, or with `.invalidRequest` when all users
    ///   share one state.
    package func forget(_ user: UserID) throws {
        defer { close() }
        let secret = try secret()
        var records = StoreRecords { LedgerState(secret: secret, account: $0.account) }
        try load { records.apply($0) }
        guard records.keys.contains(where: { $0.user != nil }) || records[.shared].nextSequence == 1
        else { throw PurchaseFailure.sharedByAllUsers("ledger") }
        try append([.forgotten(user)], of: .everybody, isUrgent: true)
        try compactWholly { _, _ in 1 }
    }

    /// Records in the files that they were closed in order, and releases the folder's lock.
    package func close() {
        updates.stop()
        state.withLock { state in
            // If this fails, the next opening reads the ledger as after a crash, and loses nothing.
            try? state.markClosed()
            state.writer = nil
            state.hold = nil
            state.isClosed = true
        }
    }
}

extension FileLedgerStorage.State {
    mutating func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        guard !isClosed, hold != nil, let current = writer else {
            throw StorageFailure(path: files.path, operation: "write", code: 0, reason: "the ledger is not open")
        }
        try checkPlaces(isSynced: isUrgent && options.durability == .synced)
        try markOpen()
        if current.end >= options.logSize { try rollOver() }
        frames.removeAll()
        records.forEachInPlace { _, record in frames.append(record) }
        try writer?.append(&frames, isUrgent: isUrgent)
        acknowledged = writer?.logEnd
        history.lastLogEnds(at: writer?.end ?? 0, with: records)
    }
}
