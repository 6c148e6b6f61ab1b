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

    private var entries = RecentTable<Fingerprint, Entry>(limit: Self.limit)

    /// How many there are.
    var count: Int { entries.count }

    /// What is known of a transaction; `nil` when it came with its payment, long ago, or while no payment was open.
    subscript(_ transaction: Fingerprint) -> Entry? { entries[transaction] }

    /// A transaction came for the first time.
    mutating func add(_ entry: Entry, for transaction: Fingerprint) { entries.put(entry, for: transaction) }

    /// The payment of a transaction is known now.
    mutating func settle(_ transaction: Fingerprint) { entries.remove(transaction) }
}
