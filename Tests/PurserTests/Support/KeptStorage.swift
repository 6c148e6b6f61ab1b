import Purser

/// A ledger storage that outlives its store, as a disk does; every record is kept as it was written.
struct KeptStorage: LedgerStorage {
    private let records = Lock<[LedgerRecord]>([])
    private let refuses = Lock<@Sendable (LedgerRecord) -> Bool>({ _ in false })

    /// What was recorded so far.
    var recorded: [LedgerRecord] { records.withLock { $0 } }

    /// From now on takes no such record, nor what is written together with one, like a disk that is full.
    func refuse(_ refused: @escaping @Sendable (LedgerRecord) -> Bool) { refuses.withLock { $0 = refused } }

    func secret() -> KeyedHash { .zero }

    func load(_ body: (LedgerRecord) throws -> Void) throws {
        for record in records.withLock({ $0 }) { try body(record) }
    }

    func append(_ new: [LedgerRecord], isUrgent: Bool) throws {
        guard !new.contains(where: refuses.withLock(\.self)) else {
            throw PurchaseFailure(.ledgerUnavailable, "the disk is full, by plan")
        }
        records.withLock { $0 += new }
    }
}

/// A storage that cannot be read.
struct UnreadableStorage: LedgerStorage {
    func secret() -> KeyedHash { .zero }
    func load(_ body: (LedgerRecord) throws -> Void) throws {
        throw PurchaseFailure(.ledgerUnavailable, "broken on purpose")
    }
    func append(_ records: [LedgerRecord], isUrgent: Bool) {}
}
