/// What is kept of consumables with which nothing is left to be done.
///
/// Those that format versions 1 and 2 of the ledger's files have archived are apart, because they are found by a hash of their
/// own. What is archived now is looked up first, so they cost nothing where there are none.
struct TransactionArchive: Sendable {
    /// An archived transaction.
    enum Entry: Sendable {
        /// What is archived now.
        case present(ArchivedTransaction)
        /// What versions 1 and 2 of the format have archived.
        case earlier(EarlierArchivedTransaction)

        var sequence: UInt64 {
            switch self {
            case .present(let entry): entry.sequence
            case .earlier(let entry): entry.sequence
            }
        }

        /// The steps that were on record.
        ///
        /// Where an entry does not say whether the app's handler has granted it, it has.
        var steps: TransactionLife.Steps {
            guard case .present(let entry) = self, entry.flags.contains(.notGranted) else {
                return [.finished, .granted, .contentInstalled]
            }
            return [.finished, .contentInstalled]
        }

        /// Whether the app has finished it.
        var isManual: Bool { if case .present(let entry) = self { entry.flags.contains(.manual) } else { false } }
    }

    /// What is archived now, by the ledger's keyed hash.
    private(set) var present = ArchiveTable<ArchivedTransaction>()
    /// What versions 1 and 2 of the format have archived, by MurmurHash3.
    private(set) var earlier = ArchiveTable<EarlierArchivedTransaction>()
    /// The products that the entries name.
    var products = ArchivedProducts()
    private var prices = PriceDigests()

    /// How many there are.
    var count: Int { present.count + earlier.count }

    /// The entry of a transaction; `nil` when it is not archived.
    ///
    /// - Parameter key: stands for the identifier among what is archived now.
    func entry(of id: String, _ key: Fingerprint) -> Entry? {
        if let entry = present[key] { return .present(entry) }
        guard earlier.count > 0 else { return nil }
        return earlier[MurmurHash.fingerprint(of: id)].map { .earlier($0) }
    }

    /// Puts one in, in place of an earlier one of the same transaction.
    mutating func insert(_ entry: ArchivedTransaction) { present.insert(entry) }

    /// Puts in what was read from a snapshot.
    mutating func insert(_ entries: [ArchivedTransaction]) { present.insert(entries) }

    /// Puts in what was read from files of versions 1 and 2.
    mutating func insert(_ entries: [EarlierArchivedTransaction]) { earlier.insert(entries) }

    /// What is kept of a transaction; `nil` while it may not be archived, and when it cannot be at all.
    mutating func makeEntry(for known: LedgerTransaction, _ key: Fingerprint) -> ArchivedTransaction? {
        guard known.mayArchive else { return nil }
        let transaction = known.transaction
        let news = NewsDigest.Reading(transaction, prices: prices)
        prices = news.prices
        guard let product = products.add(transaction.productID) else { return nil }
        var entry = ArchivedTransaction(transaction, news, id: key, sequence: known.sequence, product: product)
        entry?.flags.formUnion(.init(of: known.life))
        return entry
    }

    /// An archived transaction as it was, as far as that is known; a later description gives the rest.
    func transaction(of entry: Entry, like later: StoreTransaction) -> StoreTransaction? {
        switch entry {
        case .present(let entry):
            products.name(at: entry.product).map { entry.transaction(like: later, productID: $0) }
        case .earlier(let entry):
            products.name(at: entry.product).map { entry.transaction(like: later, productID: $0) }
        }
    }

    /// Whether a description says of an archived transaction what is not known yet; the rule is that of
    /// ``StoreTransaction/isNews(after:)``.
    func isNews(_ transaction: StoreTransaction, after entry: Entry) -> Bool {
        switch entry {
        case .present(let entry): entry.isChanged(by: transaction)
        case .earlier(let entry):
            entry.isChanged(by: transaction, product: products.index(of: transaction.productID))
        }
    }

    /// Whether a description is of an archived transaction.
    func identity(of transaction: StoreTransaction, _ entry: Entry) -> ReportedIdentity {
        // A product that no archived transaction has is another one.
        let product = products.index(of: transaction.productID)
        return switch entry {
        case .present(let entry): entry.identity(of: transaction, product: product)
        case .earlier(let entry): ReportedIdentity(isOfOtherEnvironment: false, isSame: product == entry.product)
        }
    }

    /// Notes that the store signed the same state at a later date.
    mutating func sign(_ id: String, _ key: Fingerprint, _ date: Timestamp) {
        switch entry(of: id, key) {
        case .present(var entry):
            entry.signedTime = date
            insert(entry)
        case .earlier(var entry):
            entry.signedTime = date
            earlier.insert(entry)
        case nil: break
        }
    }
}
