/// Which original identifiers name the same line of purchases (M6).
///
/// The store may give a line another original identifier. The transactions that it described before keep the earlier one,
/// and a later one says which that was; the two then name one line, also by way of others.
package struct JoinedLines: Sendable {
    /// For each identifier that is joined to another one, an identifier of the same line that sorts before it.
    ///
    /// So the order in which they were joined decides nothing.
    private var others: [Fingerprint: Fingerprint] = [:]

    /// No identifiers are joined.
    package init() {}

    /// The identifier that stands for the line which this one names: of those that are joined, the one that sorts first.
    func first(_ line: Fingerprint) -> Fingerprint {
        // There nearly always are none.
        guard !others.isEmpty else { return line }
        var line = line
        while let other = others[line] { line = other }
        return line
    }

    /// Joins the two identifiers that a transaction names.
    ///
    /// - Parameters:
    ///   - transaction: one that may name an earlier identifier.
    ///   - hash: that of the ledger.
    /// - Returns: whether they did not name one line before.
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
