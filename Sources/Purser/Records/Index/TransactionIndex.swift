/// Every transaction of the ledger, found by its identifier.
///
/// Consumables without steps due are archived in a few bytes, so that memory follows the number of live transactions.
/// Tables grow in small steps and are read ahead for a batch.
package struct TransactionIndex: Sendable {
    var whole = QuickTable<Fingerprint, LedgerTransaction>()
    var archive = TransactionArchive()
    /// The entries of transactions that may be archived, oldest first; a transaction may have more than one.
    ///
    /// An entry is made while its transaction is in the processor's caches. The latest transactions stay whole.
    var archiving = Fifo<ArchivedTransaction>()
    /// The ledger's names of the other transactions with the same identifier, by identifier.
    private var namesakes: [String: [String]] = [:]
    private let archivingLimit: Int
    /// How many of these have been read ahead.
    private var readAheadCount = 0
    /// Makes the keys of the identifiers; collisions are not known outside.
    package let hash: KeyedHash
    /// Its ledger.
    let origin: UpdateOrigin

    /// Makes an index without transactions.
    ///
    /// Of those that may be archived, `archivingLimit` stay whole.
    package init(hash: KeyedHash, origin: UpdateOrigin = .none, archivingLimit: Int = 1_024) {
        self.hash = hash
        self.origin = origin
        self.archivingLimit = archivingLimit
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

    /// Whether a payment's transaction is kept as a whole.
    func hasTransaction(paidBy payment: PaymentToken) -> Bool {
        whole.values.contains { $0.intent?.token == payment }
    }

    /// How many are here as a whole.
    package var count: Int { whole.count }

    /// How many are archived.
    package var archivedCount: Int { archive.count }

    /// The number of a transaction's latest update, whole or archived; `nil` when it is unknown.
    package func sequence(of id: String) -> UInt64? {
        let key = hash.fingerprint(of: id)
        return whole.read(key) { $0.sequence } ?? archive.entry(of: key)?.sequence
    }

    /// Calls `body` with a transaction that is kept as a whole; `nil` when there is none.
    func read<Result>(_ key: Fingerprint, _ body: (borrowing LedgerTransaction) -> Result) -> Result? {
        whole.read(key, body)
    }

    /// A transaction in its latest state; an archived one is completed with the fields of a later version.
    func known(_ transaction: StoreTransaction, _ key: Fingerprint) -> LedgerTransaction? {
        if let whole = whole[key] { return whole }
        // For any reported type: not every platform reports the type each time.
        guard archive.count > 0, let entry = archive.entry(of: key),
            let old = archive.transaction(of: entry, like: transaction)
        else { return nil }
        let update = StoreUpdate(
            sequence: entry.sequence, phase: .complete, kind: old.isRevoked ? .revoked : .purchased,
            transaction: old, intent: nil, recordTime: old.purchaseTime,
            unpaidFinishing: entry.isManual ? .manual : .atomic, origin: origin)
        return LedgerTransaction(update, steps: entry.steps)
    }

    /// Whether a version is of the known transaction of this key (D3).
    func identity(of transaction: StoreTransaction, _ key: Fingerprint, _ known: LedgerTransaction) -> ReportedIdentity
    {
        guard !whole.contains(key), let entry = archive.entry(of: key) else {
            let known = known.transaction
            return ReportedIdentity(
                isOfOtherEnvironment: transaction.environment.differs(from: known.environment),
                isSame: transaction.isSamePurchase(as: known))
        }
        return archive.identity(of: transaction, entry)
    }

    /// The ledger's names of the whole transactions of an identifier, in the order in which they came.
    func names(of id: String) -> [String] { [id] + (namesakes[id] ?? []) }

    /// The difference of a version from the known transaction of this key; `nil` when that is archived.
    func comparison(of transaction: StoreTransaction, _ key: Fingerprint, after old: LedgerTransaction)
        -> DescriptionComparison?
    {
        whole.contains(key) ? DescriptionComparison(of: transaction, after: old.transaction) : nil
    }

    /// Whether a version has something that is not known yet (D1).
    ///
    /// - Parameter comparison: its difference from the known transaction.
    func isChange(
        _ transaction: StoreTransaction, _ key: Fingerprint, after old: LedgerTransaction,
        _ comparison: DescriptionComparison?
    ) -> Bool {
        if let comparison { return transaction.isChange(after: old.transaction, comparison) }
        return archive.entry(of: key)?.isChanged(by: transaction) == true
    }

    // MARK: Changing

    /// Adds a transaction, in place of its earlier state.
    mutating func put(_ transaction: LedgerTransaction, _ key: Fingerprint) {
        if let name = transaction.transaction.particularsBox?.particulars.ledgerID {
            let id = transaction.transaction.id
            if namesakes[id]?.contains(name) != true { namesakes[id, default: []].append(name) }
        }
        whole.put(transaction, for: key)
        if let entry = archive.makeEntry(for: transaction, key) { queue(entry) }
    }

    /// Changes a whole transaction in its place; returns the result of `body`: whether it changed anything.
    mutating func change(_ key: Fingerprint, _ body: (inout LedgerTransaction) -> Bool) -> Bool? {
        let (isChanged, entry) = Self.change(key, &whole, &archive, body)
        if let entry { queue(entry) }
        return isChanged
    }

    /// Changes an entry; separate, so that the entry is made from the transaction in its place, while the archive
    /// changes too.
    private static func change(
        _ key: Fingerprint, _ whole: inout QuickTable<Fingerprint, LedgerTransaction>,
        _ archive: inout TransactionArchive, _ body: (inout LedgerTransaction) -> Bool
    ) -> (isChanged: Bool?, entry: ArchivedTransaction?) {
        var entry: ArchivedTransaction?
        let isChanged = whole.update(key) { transaction in
            guard body(&transaction) else { return false }
            entry = archive.makeEntry(for: transaction, key)
            return true
        }
        return (isChanged, entry)
    }

    // MARK: Archiving

    /// Queues the entry of a transaction; the oldest one beyond the limit is archived.
    private mutating func queue(_ entry: ArchivedTransaction) {
        archiving.append(entry)
        guard archiving.count > archivingLimit else { return }
        if readAheadCount == 0 { readAhead() }
        readAheadCount -= 1
        if let oldest = archiving.popFirst() { archiveIfSame(oldest) }
    }

    /// Replaces a transaction by its entry, unless it has changed since the entry was queued: then a later one follows.
    private mutating func archiveIfSame(_ entry: ArchivedTransaction) {
        let removed = whole.removeValue(forKey: entry.id) { $0.mayArchive && $0.sequence == entry.sequence }
        guard let removed else { return }
        var latest = entry
        if removed.later != nil {
            // Reports of the same state in the meantime may have fields that an entry does not have.
            guard let filled = archive.makeEntry(for: removed, entry.id) else {
                whole.put(removed, for: entry.id)
                return
            }
            latest = filled
        }
        latest.flags = latest.flags.ofStore.union(.init(of: removed.progress))
        archive.insert(latest)
    }
}

// MARK: - Reading ahead

extension TransactionIndex {
    /// How many transactions are read ahead at a time; more might not fit into the processor's caches.
    static let portion = 1_024

    /// The fingerprint of a transaction that is prepared.
    func key(of incoming: borrowing IncomingTransaction) -> Fingerprint {
        hash.fingerprint(of: incoming.transaction.ledgerID)
    }

    /// The fingerprints of the transactions that are prepared next; their records are read ahead.
    ///
    /// It changes nothing; it is `mutating` so that a caller that changes the index next does not copy it.
    mutating func keys(of incoming: ArraySlice<IncomingTransaction>) -> [Fingerprint] {
        var keys: [Fingerprint] = []
        keys.reserveCapacity(incoming.count)
        for index in incoming.indices { keys.append(key(of: incoming[index])) }
        readAhead(keys)
        return keys
    }

    /// Reads the records of the next portion of a batch, from an index on, into the processor's caches.
    package func readAhead(_ events: [BackendEvent], from start: Int) {
        let portion = start..<min(events.count, start + Self.portion)
        guard count >= Self.portion, portion.count > 1 else { return }
        var keys: [Fingerprint] = []
        keys.reserveCapacity(portion.count)
        for index in portion {
            events.inPlace(at: index) { event in
                guard case .transaction(let reported) = event else { return }
                keys.append(hash.fingerprint(of: reported.transaction.ledgerID))
            }
        }
        readAhead(keys)
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
        ReadingAhead.use(archiving.reduce(first: readAheadCount, 0) { $0 &+ archive.table.home(of: $1.id) })
    }
}

// MARK: - Snapshots

extension TransactionIndex {
    /// Writes the archive as pieces of a snapshot.
    func writeArchive(_ body: (LedgerPiece) throws -> Void) rethrows {
        try body(.archivedProducts(archive.products.names))
        try archive.table.chunks { try body(.archived($0)) }
    }

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

    /// Restores the products of a snapshot's archive.
    mutating func restore(products: [String]) { archive.products = ArchivedProducts(products) }

    /// Restores a part of a snapshot's archive.
    mutating func restore(archived entries: [ArchivedTransaction]) {
        archive.insert(entries)
    }
}
