/// The transactions that came without the name of their payment, while payments were open that may still claim them.
///
/// The oldest go first, so that a backend that never names a payment does not fill the memory; what was guessed for those
/// stays as it is.
struct UnnamedTransactions: Sendable {
    /// What is known of such a transaction.
    struct Entry: Sendable {
        /// The number of the update that told it first.
        let sequence: UInt64
        /// The payment that was guessed for it, as that stood before; `nil` when none fitted.
        let guess: LedgerState.OpenIntent?
        /// Whether it came as the answer to a payment: that counts more than news that answer nobody.
        let isAnswer: Bool
    }

    /// How many are kept.
    static let limit = 10_000
    /// How many wait for the end of payments under way.
    static let waitingLimit = 1_000

    private var entries = RecentTable<Fingerprint, Entry>(limit: Self.limit)
    /// Those that came while a payment under way fitted them, by their products and in the order in which they came.
    private var waiting: [String: [Fingerprint]] = [:]
    private var waitingCount = 0
    /// The products of those that wait of which a payment ended since.
    private var ended: Set<String> = []

    /// How many there are.
    var count: Int { entries.count }

    /// What is known of a transaction; `nil` when it came with its payment, long ago, or while no payment was open.
    subscript(_ transaction: Fingerprint) -> Entry? { entries[transaction] }

    /// A transaction came for the first time.
    mutating func add(_ entry: Entry, for transaction: Fingerprint) { entries.put(entry, for: transaction) }

    /// A transaction came that may be what a payment under way asked for: it waits for the end of that payment.
    mutating func wait(_ transaction: Fingerprint, of productID: String) {
        guard waitingCount < Self.waitingLimit else { return }
        waiting[productID, default: []].append(transaction)
        waitingCount += 1
    }

    /// A payment for a product is under way no longer.
    mutating func paymentEnded(_ productID: String) {
        if waitingCount > 0, waiting[productID] != nil { ended.insert(productID) }
    }

    /// Takes out the transactions that waited for payments of which one ended, each product's in the order in which they came.
    mutating func takeWaiting() -> [(productID: String, transactions: [Fingerprint])] {
        guard !ended.isEmpty else { return [] }
        defer { ended = [] }
        return ended.sorted().compactMap { productID in
            guard let transactions = waiting.removeValue(forKey: productID) else { return nil }
            waitingCount -= transactions.count
            return (productID, transactions)
        }
    }

    /// The payment of a transaction is known now.
    mutating func settle(_ transaction: Fingerprint) { entries.remove(transaction) }
}
