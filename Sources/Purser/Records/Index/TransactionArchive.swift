/// The archived entries of consumables without steps due.
struct TransactionArchive: Sendable {
    /// The archived entries, by the ledger's keyed hash.
    private(set) var table = ArchiveTable()
    /// The products that the entries name.
    var products = ArchivedProducts()
    private var prices = PriceDigests()

    /// How many there are.
    var count: Int { table.count }

    /// The entry of a transaction; `nil` when it is not archived.
    func entry(of key: Fingerprint) -> ArchivedTransaction? { table[key] }

    /// Adds an entry, or replaces an earlier one of the same transaction.
    mutating func insert(_ entry: ArchivedTransaction) { table.insert(entry) }

    /// Adds the entries of a snapshot.
    mutating func insert(_ entries: [ArchivedTransaction]) { table.insert(entries) }

    /// Makes the entry of a transaction; `nil` while it may not be archived, and when it cannot be at all.
    mutating func makeEntry(for known: LedgerTransaction, _ key: Fingerprint) -> ArchivedTransaction? {
        guard known.mayArchive else { return nil }
        let transaction = known.transaction
        let changes = ChangeDigest.Reading(transaction, prices: prices)
        prices = changes.prices
        guard let product = products.add(transaction.productID) else { return nil }
        var entry = ArchivedTransaction(transaction, changes, id: key, sequence: known.sequence, product: product)
        entry?.flags.formUnion(.init(of: known.progress))
        return entry
    }

    /// An archived transaction as it was, as far as that is known; a later version completes it.
    func transaction(of entry: ArchivedTransaction, like later: StoreTransaction) -> StoreTransaction? {
        products.name(at: entry.product).map { entry.transaction(like: later, productID: $0) }
    }

    /// Whether a description is of an archived transaction.
    func identity(of transaction: StoreTransaction, _ entry: ArchivedTransaction) -> ReportedIdentity {
        // A product that no archived transaction has is another one.
        entry.identity(of: transaction, product: products.index(of: transaction.productID))
    }

    /// An entry with missing fields added from a report; `nil` when none is missing.
    func entry(of key: Fingerprint, filledFrom transaction: StoreTransaction) -> ArchivedTransaction? {
        guard let entry = table[key] else { return nil }
        var filled = entry
        filled.changes = entry.changes.filled(from: transaction)
        return filled == entry ? nil : filled
    }

    /// Whether a report has a field that an entry does not have, and all fields that the entry has.
    func hasNoRoom(for transaction: StoreTransaction, _ key: Fingerprint) -> Bool {
        guard let entry = table[key] else { return false }
        let changes = ChangeDigest.Reading(transaction)
        return changes.hasMore && changes.digest.saysAll(of: entry.changes)
    }

    /// Notes that the same state was signed at a later date.
    mutating func sign(_ key: Fingerprint, _ date: Timestamp) {
        guard var entry = table[key], entry.signedTime < date else { return }
        entry.signedTime = date
        insert(entry)
    }
}

extension ArchivedTransaction {
    /// The steps that were recorded.
    var steps: TransactionProgress.Steps {
        var steps: TransactionProgress.Steps = [.finished, .contentInstalled]
        if !flags.contains(.notGranted) { steps.insert(.granted) }
        if flags.contains(.userGuessed) { steps.insert(.userGuessed) }
        if flags.contains(.movedAway) { steps.insert(.movedAway) }
        return steps
    }

    /// Whether the app has finished it.
    var isManual: Bool { flags.contains(.manual) }
}
