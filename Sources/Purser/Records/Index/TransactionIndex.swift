/// Every transaction of the ledger, found by its identifier.
///
/// Consumables without steps due are archived as encoded bytes, so that memory follows the number of live transactions.
/// Tables grow in small steps and are read ahead for a batch.
package struct TransactionIndex: Sendable {
    var whole = QuickTable<Fingerprint, LedgerTransaction>()
    private var archive: TransactionArchive
    /// Those that may be archived, oldest first, some more than once; the latest ones stay whole.
    private var archiving = Fifo<(key: Fingerprint, sequence: UInt64)>()
    /// The ledger's names of the other transactions with the same identifier, by identifier.
    private var namesakes: [String: [String]] = [:]
    private let archivingLimit: Int
    /// How many of these have been read ahead.
    private var readAheadCount = 0
    /// Makes the keys of the identifiers; collisions are not known outside.
    package let hash: KeyedHash
    let origin: UpdateOrigin

    /// Makes an index without transactions; of those that may be archived, `archivingLimit` stay whole.
    package init(hash: KeyedHash, origin: UpdateOrigin = .none, archivingLimit: Int = 1_024) {
        (self.hash, self.origin, self.archivingLimit) = (hash, origin, archivingLimit)
        archive = TransactionArchive(hash, origin)
    }

    // MARK: Asking

    /// A transaction that is kept as a whole; `nil` when it is archived, or unknown.
    package subscript(id: String) -> LedgerTransaction? { whole[hash.fingerprint(of: id)] }

    /// All that are kept as a whole, in any order.
    package var all: [LedgerTransaction] { whole.values }

    /// Whether a purchase of a product that was not revoked is kept as a whole.
    package func hasPurchase(of productID: String) -> Bool {
        whole.values.contains { $0.transaction.productID == productID && !$0.progress.isRevokedOrUpgraded }
    }

    /// How many are here as a whole.
    package var count: Int { whole.count }

    /// How many are archived.
    package var archivedCount: Int { archive.count }

    /// The archived ones, in any order.
    package var archived: [LedgerTransaction] { archive.all }

    /// The number of a transaction's latest update, whole or archived; `nil` when it is unknown.
    package func sequence(of id: String) -> UInt64? { known(hash.fingerprint(of: id))?.sequence }

    /// Calls `body` with a transaction that is kept as a whole; `nil` when there is none.
    func read<Result>(_ key: Fingerprint, _ body: (borrowing LedgerTransaction) -> Result) -> Result? {
        whole.read(key, body)
    }

    func known(_ key: Fingerprint) -> LedgerTransaction? { whole[key] ?? archive[key] }

    /// The ledger's names of the whole transactions of an identifier, in the order in which they came.
    func names(of id: String) -> [String] { [id] + (namesakes[id] ?? []) }

    // MARK: Changing

    mutating func put(_ transaction: LedgerTransaction, _ key: Fingerprint) {
        if let name = transaction.transaction.particularsBox?.particulars.ledgerID {
            let id = transaction.transaction.id
            if namesakes[id]?.contains(name) != true { namesakes[id, default: []].append(name) }
        }
        whole.put(transaction, for: key)
        if transaction.mayArchive { queue(key, transaction.sequence) }
    }

    /// Changes a whole transaction in its place; returns the result of `body`: whether it changed anything.
    mutating func change(_ key: Fingerprint, _ body: (inout LedgerTransaction) -> Bool) -> Bool? {
        var archivable: UInt64?
        let isChanged = whole.update(key) { transaction in
            guard body(&transaction) else { return false }
            if transaction.mayArchive { archivable = transaction.sequence }
            return true
        }
        if let archivable { queue(key, archivable) }
        return isChanged
    }

    /// Sets the version of a known transaction, without a change of its state; an archived one becomes whole.
    mutating func set(_ transaction: StoreTransaction, _ key: Fingerprint) {
        guard whole.update(key, { $0.transaction = transaction }) == nil, var archived = archive[key] else { return }
        archived.transaction = transaction
        put(archived, key)
    }

    // MARK: Archiving

    /// Queues a transaction that may be archived; the oldest one beyond the limit is archived, unless it has changed
    /// since it was queued: then it is queued again, or may not be archived.
    private mutating func queue(_ key: Fingerprint, _ sequence: UInt64) {
        archiving.append((key, sequence))
        guard archiving.count > archivingLimit else { return }
        if readAheadCount == 0 { readAhead() }
        readAheadCount -= 1
        guard let (key, sequence) = archiving.popFirst() else { return }
        let removed = whole.removeValue(forKey: key) { $0.mayArchive && $0.sequence == sequence }
        if let removed { archive.insert(removed, key) }
    }
}

// MARK: - Reading ahead

extension TransactionIndex {
    /// How many transactions are read ahead at a time; more might not fit into the processor's caches.
    static let portion = 1_024

    /// The fingerprints of the next portion of a batch's transactions, from an index on; their records are read into the
    /// processor's caches.
    func keys(of events: [BackendEvent], from start: Int) -> [Fingerprint] {
        let portion = start..<min(events.count, start + Self.portion)
        var keys: [Fingerprint] = []
        keys.reserveCapacity(portion.count)
        for index in portion {
            events.inPlace(at: index) { event in
                switch event {
                case .transaction(let reported): keys.append(hash.fingerprint(of: reported.transaction.ledgerID))
                default: keys.append(.zero)
                }
            }
        }
        if count >= Self.portion, portion.count > 1 { readAhead(keys) }
        return keys
    }

    /// Reads the records of transactions into the processor's caches.
    private func readAhead(_ keys: [Fingerprint]) {
        whole.readAhead(keys) { $0.update.sequence }
        archive.table.readAhead(keys)
    }

    /// Does the same for those that are archived next.
    private mutating func readAhead() {
        readAheadCount = 64
        guard archive.table.isLarge else { return }
        ReadingAhead.use(archiving.reduce(first: readAheadCount, 0) { $0 &+ archive.table.home(of: $1.key) })
    }
}

// MARK: - Snapshots

extension TransactionIndex {
    func writeArchive(_ body: (LedgerPiece) throws -> Void) rethrows { try archive.write(body) }

    /// Writes the other transactions as pieces of a snapshot, in the order of their updates.
    func writeWhole(
        deadLetters: [String: String], units: [String: Units], _ body: (LedgerRecord) throws -> Void
    ) rethrows {
        for transaction in all.sorted(by: { $0.sequence < $1.sequence }) {
            let id = transaction.transaction.ledgerID
            let steps = transaction.progress.steps
            if let units = units[id] { try body(.units(id, units)) }
            try body(.piece(.transaction(transaction.update, steps, deadLetter: deadLetters[id])))
            if let later = transaction.laterRecord { try body(later) }
        }
    }

    mutating func restore(texts: ByteStrings) { archive.restore(texts) }

    mutating func restore(archived: ByteStrings) { archive.restore(archived: archived) }
}
