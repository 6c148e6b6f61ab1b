import Purser

/// Counts what the ledger writes, and passes it on to where it belongs.
final class CountingStorage: LedgerStorage {
    struct Counts: Sendable {
        var writes = 0
        /// Writes that must be safe before they are acknowledged: on a disk each is a sync.
        var syncs = 0
        var records = 0
    }

    private let base: any LedgerStorage
    private let counted = Lock(Counts())

    init(_ base: any LedgerStorage = MemoryLedgerStorage()) { self.base = base }

    var counts: Counts { counted.withLock { $0 } }
    var worker: BlockingWorker? { base.worker }

    func load(_ body: (LedgerRecord) throws -> Void) throws { try base.load(body) }

    func append(_ records: [LedgerRecord], isUrgent: Bool) throws {
        counted.withLock { counts in
            counts.writes += 1
            counts.syncs += isUrgent ? 1 : 0
            counts.records += records.count
        }
        try base.append(records, isUrgent: isUrgent)
    }

    func close() { base.close() }
}
