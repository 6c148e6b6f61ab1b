extension StoreTransaction: CustomStringConvertible {
    /// The transaction in one line, such as `transaction 42 (com.example.seeds, purchased 2026-01-31T12:00:00Z)`.
    ///
    /// Of the app's user it has only the first digits, and of the signed form nothing.
    public var description: String { fields.description }
}

extension StoreTransaction.Fields: CustomStringConvertible {
    /// The fields in one line; see ``StoreTransaction/description``.
    public var description: String {
        var parts = [productID]
        if purchasedQuantity != 1 { parts.append("quantity \(purchasedQuantity)") }
        parts.append("\(reason == .renewal ? "renewed" : "purchased") \(Wording.moment(purchaseDate))")
        if originalID != id { parts.append("original \(originalID)") }
        if let expirationDate { parts.append("until \(Wording.moment(expirationDate))") }
        if let revocationDate { parts.append("revoked \(Wording.moment(revocationDate))") }
        if isUpgraded { parts.append("upgraded") }
        if ownershipType != .purchased { parts.append("\(ownershipType)") }
        if let offer { parts.append("\(offer)") }
        if let appAccountToken { parts.append("user \(Wording.user(appAccountToken))") }
        return "transaction \(id) (\(parts.joined(separator: ", ")))"
    }
}

extension StoreTransaction.Offer: CustomStringConvertible {
    /// Type and identifier, such as `promotional offer spring`.
    public var description: String { "\(type) offer" + (id.map { " \($0)" } ?? "") }
}

extension StoreTransaction.RevocationReason: CustomStringConvertible {
    /// The reason's name, or its number when it is an unknown one.
    public var description: String {
        switch self {
        case .other: "other"
        case .developerIssue: "developerIssue"
        default: "\(rawValue)"
        }
    }
}

extension StoreTransaction.OwnershipType: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}

extension StoreTransaction.Reason: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}

extension StoreEnvironment: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}
