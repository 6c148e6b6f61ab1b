/// A period that a purchase has just returned although it is over by the device's date (E5).
///
/// A wrong date and an old answer look alike, so bought means owned: it runs for its own length, by elapsed time from its
/// signed date, until anything is signed after its end.
package struct JustBought: Sendable, Hashable {
    /// The ledger's identifier of its transaction.
    let id: String
    let end: Timestamp
    /// The monotonic reading at which its length has elapsed.
    let over: Duration
}

extension [JustBought] {
    /// Adds what a purchase newly returns, after something was signed at a date; returns whether there is one more.
    mutating func add(_ returned: [StoreTransaction], signed: Timestamp, at now: Duration) -> Bool {
        removeAll { $0.end <= signed }
        let known = count
        for transaction in returned where !contains(where: { $0.id == transaction.ledgerID }) {
            guard let end = transaction.expirationTime, signed < end,
                let length = end.time(after: transaction.signedTime ?? transaction.purchaseTime)
            else { continue }
            append(JustBought(id: transaction.ledgerID, end: end, over: now + length))
        }
        return count > known
    }

    func contains(_ period: StoreTransaction) -> Bool { !isEmpty && contains { $0.id == period.ledgerID } }
}
