/// The lines of a product that is bought for good; nearly always one.
struct OwnedLines: Sendable {
    private var first: StoreTransaction
    private let firstLine: Fingerprint
    private var others = QuickTable<Fingerprint, StoreTransaction>()

    init(_ transaction: StoreTransaction, _ line: Fingerprint) { (first, firstLine) = (transaction, line) }

    /// Takes in a transaction, and what stands for its line.
    ///
    /// The newest one of a line counts, in whatever order they come.
    mutating func take(_ transaction: StoreTransaction, _ line: Fingerprint) {
        if line == firstLine { return first.yield(to: transaction) }
        if others.update(line, { $0.yield(to: transaction) }) == nil { others.put(transaction, for: line) }
    }

    var productID: String { first.productID }

    /// The newest transaction of each line that was not taken back.
    var standing: [StoreTransaction] { ([first] + others.values).filter { !$0.isRevoked } }

    /// Whether any was not taken back.
    var isStanding: Bool { !first.isRevoked || others.values.contains { !$0.isRevoked } }

    /// The newest transaction that was not taken back; `nil` when all were.
    var newestStanding: StoreTransaction? {
        if others.isEmpty { return first.isRevoked ? nil : first }
        return standing.max { $0.isOutranked(by: $1) }
    }
}
