/// The original identifiers that name the same subscription or purchase (M6).
///
/// The App Store may assign a subscription another original identifier; a later transaction has the earlier one.
package struct JoinedOriginals: Sendable {
    /// For each joined identifier another one of the same subscription that sorts before it, so that the order of joins
    /// does not matter.
    private var others: [Fingerprint: Fingerprint] = [:]

    /// No identifiers are joined.
    package init() {}

    /// The identifiers that these transactions join.
    package init(of transactions: some Sequence<StoreTransaction>, _ hash: KeyedHash) {
        for transaction in transactions { _ = join(transaction, hash) }
    }

    /// The joined identifier that sorts first; it represents all of them.
    func first(_ original: Fingerprint) -> Fingerprint {
        // There nearly always are none.
        guard !others.isEmpty else { return original }
        var original = original
        while let other = others[original] { original = other }
        return original
    }

    /// Joins the two original identifiers of a transaction; returns whether they were separate before.
    package mutating func join(_ transaction: StoreTransaction, _ hash: KeyedHash) -> Bool {
        guard !transaction.isConsumable, let previous = transaction.previousOriginalTransactionID else { return false }
        let (one, other) = (
            first(hash.fingerprint(of: transaction.originalID)), first(hash.fingerprint(of: previous))
        )
        guard one != other else { return false }
        let isInOrder = (one.high, one.low) < (other.high, other.low)
        others[isInOrder ? other : one] = isInOrder ? one : other
        return true
    }
}
