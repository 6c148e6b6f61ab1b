extension StoreEntitlements: CustomStringConvertible {
    /// What may be used in one line, such as `com.example.greenhouse, coins × 3 at 2026-01-31T12:00:00Z`.
    public var description: String {
        let counted = purchasedQuantities.sorted { $0.key < $1.key }.filter { $0.value != 0 }
        let owned = activeProductIDs.sorted() + counted.map { "\($0.key) × \($0.value)" }
        return "\(owned.isEmpty ? "nothing" : Wording.list(owned)) at \(Wording.moment(asOf))"
    }
}

extension StoreEntitlement: CustomStringConvertible {
    /// The product in one line, such as `com.example.greenhouse (transaction 42)`, of a subscription with its end.
    public var description: String {
        let end = expirationDate.map { " until \(Wording.moment($0))" } ?? ""
        return "\(productID)\(end) (transaction \(transaction.id))"
    }
}

extension StoreSubscription: CustomStringConvertible {
    /// The subscription in one line, such as `com.example.club subscribed until 2026-01-31T12:00:00Z (transaction 43)`.
    public var description: String {
        let end = expirationDate.map { " until \(Wording.moment($0))" } ?? ""
        return "\(productID) \(state)\(end) (transaction \(transaction.id))"
    }
}
