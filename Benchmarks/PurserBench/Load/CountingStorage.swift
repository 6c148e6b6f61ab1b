import Purser

/// Counts what the ledger writes, and passes it on to where it belongs.
final class CountingStorage: LedgerStorage {
    struct Counts: Sendable {
        var writes = 0
        /// Writes that must be safe before they are acknowledged: on a disk each is a sync.
        var syncs = 0
        var records = 0
        /// Writes that hold updates: each wakes the subscribers once.
        var batches = 0
    }

    private let base: any LedgerStorage
    private let compacts: Bool
    private let counted = Lock(Counts())

    /// - Parameter compacts: whether the store may compact; if not, only ``compactNow(keeping:)`` does.
    init(_ base: any LedgerStorage = MemoryLedgerStorage(), compacts: Bool = true) {
        self.base = base
        self.compacts = compacts
    }

    var counts: Counts { counted.withLock { $0 } }
    var worker: BlockingWorker { base.worker }

    func history(of key: LedgerKey) -> (any LedgerUpdates)? { base.history(of: key) }
    func secret() throws -> KeyedHash { try base.secret() }
    func load(_ body: (LedgerRecord) throws -> Void) throws { try base.load(body) }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        let hasUpdates = records.contains(where: \.isUpdate)
        counted.withLock { counts in
            counts.writes += 1
            counts.syncs += isUrgent ? 1 : 0
            counts.records += records.count
            counts.batches += hasUpdates ? 1 : 0
        }
        try base.append(records, isUrgent: isUrgent)
    }

    func compact(
        keeping floor: (LedgerKey, borrowing LedgerState) -> UInt64, unless isStopped: @escaping () -> Bool
    ) throws {
        if compacts { try base.compact(keeping: floor, unless: isStopped) }
    }

    /// What the store would do by itself, at a moment of the harness's choice.
    func compactNow(keeping first: UInt64) throws { try base.compact(keeping: { _, _ in first }, unless: { false }) }

    func close() { base.close() }
}

extension LedgerRecord {
    fileprivate var isUpdate: Bool {
        if case .update = self { return true }
        return false
    }
}
