/// The purchases of a product that is bought for good; nearly always one.
struct OwnedProduct: Sendable {
    private var first: OwnedPurchase
    private let firstOriginal: Fingerprint
    private var others = QuickTable<Fingerprint, OwnedPurchase>()

    init(_ transaction: StoreTransaction, _ original: Fingerprint) {
        (first, firstOriginal) = (OwnedPurchase(transaction), original)
    }

    /// Adds a transaction of an original purchase; the newest counts, in any order of arrival.
    mutating func add(_ transaction: StoreTransaction, _ original: Fingerprint) {
        if original == firstOriginal { return first.add(transaction) }
        if others.update(original, { $0.add(transaction) }) == nil {
            others.put(OwnedPurchase(transaction), for: original)
        }
    }

    var productID: String { first.newest.productID }

    var current: [StoreTransaction] { ([first] + others.values).filter(\.isCurrent).map(\.newest) }

    /// Whether any was not revoked.
    var isCurrent: Bool { first.isCurrent || others.values.contains(where: \.isCurrent) }

    /// The newest transaction that was not revoked; `nil` when all were.
    var newestCurrent: StoreTransaction? {
        if others.isEmpty { return first.isCurrent ? first.newest : nil }
        return current.max { $0.isOutranked(by: $1) }
    }
}

/// One original purchase of a product that is owned for good, with the copies of it that StoreKit 1 reports.
///
/// When the original is revoked, its copies are revoked too.
struct OwnedPurchase: Sendable {
    private(set) var newest: StoreTransaction
    /// The time of its revocation, by the identifier of each revoked original.
    private var revokedOriginals: [String: Timestamp] = [:]

    init(_ transaction: StoreTransaction) {
        newest = transaction
        note(transaction)
    }

    mutating func add(_ transaction: StoreTransaction) {
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

    /// Whether it was neither revoked nor replaced; a purchase or copy made after the revocation of the original is owned.
    var isCurrent: Bool {
        guard newest.stands else { return false }
        if revokedOriginals.isEmpty { return true }
        return revokedOriginals[newest.originalID].map { $0 < newest.purchaseTime } ?? true
    }
}
