import Purser

/// A ledger storage that outlives its store, as a disk does; every record is kept as it was written.
struct KeptStorage: LedgerStorage {
    private let records = Lock<[LedgerRecord]>([])

    /// What was recorded so far.
    var recorded: [LedgerRecord] { records.withLock { $0 } }

    func secret() -> LedgerSecret { .zero }

    func load(_ body: (LedgerRecord) throws -> Void) throws {
        for record in records.withLock({ $0 }) { try body(record) }
    }

    func append(_ new: [LedgerRecord], isUrgent: Bool) { records.withLock { $0 += new } }
}
