/// The lines of a product that is bought for good; nearly always one.
struct OwnedLines: Sendable {
    private var first: OwnedLine
    private let firstLine: Fingerprint
    private var others = QuickTable<Fingerprint, OwnedLine>()

    init(_ transaction: StoreTransaction, _ line: Fingerprint) {
        (first, firstLine) = (OwnedLine(transaction), line)
    }

    /// Takes in a transaction of an original purchase; the newest counts, in whatever order they come.
    mutating func take(_ transaction: StoreTransaction, _ line: Fingerprint) {
        if line == firstLine { return first.take(transaction) }
        if others.update(line, { $0.take(transaction) }) == nil { others.put(OwnedLine(transaction), for: line) }
    }

    var productID: String { first.newest.productID }

    /// The newest transaction of each subscription that was not revoked.
    var standing: [StoreTransaction] { ([first] + others.values).filter(\.isStanding).map(\.newest) }

    /// Whether any was not revoked.
    var isStanding: Bool { first.isStanding || others.values.contains(where: \.isStanding) }

    /// The newest transaction that was not revoked; `nil` when all were.
    var newestStanding: StoreTransaction? {
        if others.isEmpty { return first.isStanding ? first.newest : nil }
        return standing.max { $0.isOutranked(by: $1) }
    }
}

/// One original purchase of a product that is bought for good, with the copies of it that StoreKit 1 reports.
///
/// When the original is revoked, its copies are, too.
struct OwnedLine: Sendable {
    /// The transaction that counts.
    private(set) var newest: StoreTransaction
    /// By the identifier of each original that is revoked, when that was.
    private var revokedOriginals: [String: Timestamp] = [:]

    init(_ transaction: StoreTransaction) {
        newest = transaction
        note(transaction)
    }

    /// Takes in a transaction of the line, or a later description of one.
    mutating func take(_ transaction: StoreTransaction) {
        if newest.ledgerID == transaction.ledgerID || newest.isOutranked(by: transaction) { newest = transaction }
        note(transaction)
    }

    private mutating func note(_ transaction: StoreTransaction) {
        guard transaction.id == transaction.originalID else { return }
        if let time = transaction.revocationTime {
            revokedOriginals[transaction.id] = time
        } else if !revokedOriginals.isEmpty {
            revokedOriginals[transaction.id] = nil
        }
    }

    /// Whether it was not revoked; what was sold or restored after the original was revoked is owned.
    var isStanding: Bool {
        guard !newest.isRevoked else { return false }
        if revokedOriginals.isEmpty { return true }
        return revokedOriginals[newest.originalID].map { $0 < newest.purchaseTime } ?? true
    }
}
