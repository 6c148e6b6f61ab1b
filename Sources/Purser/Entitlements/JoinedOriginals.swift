/// Which original identifiers name the same subscription or purchase (M6).
///
/// The store may give a subscription another original identifier. The transactions that it described before keep the earlier
/// one, and a later one says which that was; the two then name one subscription, also by way of others.
package struct JoinedOriginals: Sendable {
    /// For each identifier that is joined to another one, an identifier of the same subscription that sorts before it.
    ///
    /// So the order in which they were joined decides nothing.
    private var others: [Fingerprint: Fingerprint] = [:]

    /// No identifiers are joined.
    package init() {}

    /// The identifiers that these transactions join.
    package init(of transactions: some Sequence<StoreTransaction>, _ hash: KeyedHash) {
        for transaction in transactions { _ = join(transaction, hash) }
    }

    /// Of the identifiers that are joined to this one, the one that sorts first: it stands for all of them.
    func first(_ original: Fingerprint) -> Fingerprint {
        // There nearly always are none.
        guard !others.isEmpty else { return original }
        var original = original
        while let other = others[original] { original = other }
        return original
    }

    /// Joins the two identifiers that a transaction names.
    ///
    /// - Parameters:
    ///   - transaction: one that may name an earlier identifier.
    ///   - hash: that of the ledger.
    /// - Returns: whether they were apart before.
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
