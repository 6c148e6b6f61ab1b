// The names in JSON are those of the public properties, all of them side by side. Dates are milliseconds since 1970 and
// percentages thousandths, as in the App Store's signed data.
extension StoreTransaction.Fields: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
        case originalID
        case productID
        case productType
        case purchasedQuantity
        case purchaseTime = "purchaseDate"
        case originalPurchaseTime = "originalPurchaseDate"
        case expirationTime = "expirationDate"
        case revocationTime = "revocationDate"
        case revocationReason
        case isUpgraded
        case ownershipType
        case subscriptionGroupID
        case appAccountToken
        case offer
        case reason
        case price
        case currencyCode
        case storefrontCountryCode
        case storefrontID
        case environment
        case webOrderLineItemID
        case signedTime = "signedDate"
        case jwsRepresentation
        case appTransactionID
        case appBundleID
    }

    /// Reads the fields; those that are missing and may be are `nil`.
    ///
    /// - Throws: `DecodingError` when one that may not be missing is, or is something else.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            productID: try values.decode(String.self, forKey: .productID),
            productType: try values.decode(StoreProduct.ProductType.self, forKey: .productType),
            purchasedQuantity: try values.decode(Int.self, forKey: .purchasedQuantity),
            purchaseTime: try values.decode(Timestamp.self, forKey: .purchaseTime))
        try read(values)
        particulars = try TransactionParticulars(from: decoder)
    }

    private mutating func read(_ values: KeyedDecodingContainer<CodingKeys>) throws {
        originalID = try values.decode(forKey: .originalID)
        originalPurchaseTime = try values.decode(forKey: .originalPurchaseTime)
        expirationTime = try values.decodeIfPresent(forKey: .expirationTime)
        revocationTime = try values.decodeIfPresent(forKey: .revocationTime)
        revocationReason = try values.decodeIfPresent(forKey: .revocationReason)
        isUpgraded = try values.decode(forKey: .isUpgraded)
        ownershipType = try values.decode(forKey: .ownershipType)
        subscriptionGroupID = try values.decodeIfPresent(forKey: .subscriptionGroupID)
        appAccountToken = try values.decodeIfPresent(forKey: .appAccountToken)
        offer = try values.decodeIfPresent(forKey: .offer)
        reason = try values.decode(forKey: .reason)
        price = try values.decodeIfPresent(forKey: .price)
        currencyCode = try values.decodeIfPresent(forKey: .currencyCode)
        storefrontCountryCode = try values.decodeIfPresent(forKey: .storefrontCountryCode)
        storefrontID = try values.decodeIfPresent(forKey: .storefrontID)
        environment = try values.decode(forKey: .environment)
        webOrderLineItemID = try values.decodeIfPresent(forKey: .webOrderLineItemID)
        signedTime = try values.decodeIfPresent(forKey: .signedTime)
        jwsRepresentation = try values.decodeIfPresent(forKey: .jwsRepresentation)
        appTransactionID = try values.decodeIfPresent(forKey: .appTransactionID)
        appBundleID = try values.decodeIfPresent(forKey: .appBundleID)
    }

    /// Writes the fields that say something.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(originalID, forKey: .originalID)
        try values.encode(productID, forKey: .productID)
        try values.encode(productType, forKey: .productType)
        try values.encode(purchasedQuantity, forKey: .purchasedQuantity)
        try values.encode(purchaseTime, forKey: .purchaseTime)
        try values.encode(originalPurchaseTime, forKey: .originalPurchaseTime)
        try values.encodeIfPresent(expirationTime, forKey: .expirationTime)
        try values.encodeIfPresent(revocationTime, forKey: .revocationTime)
        try values.encodeIfPresent(revocationReason, forKey: .revocationReason)
        try values.encode(isUpgraded, forKey: .isUpgraded)
        try values.encode(ownershipType, forKey: .ownershipType)
        try values.encodeIfPresent(subscriptionGroupID, forKey: .subscriptionGroupID)
        try values.encodeIfPresent(appAccountToken, forKey: .appAccountToken)
        try values.encodeIfPresent(offer, forKey: .offer)
        try values.encode(reason, forKey: .reason)
        try values.encodeIfPresent(price, forKey: .price)
        try values.encodeIfPresent(currencyCode, forKey: .currencyCode)
        try values.encodeIfPresent(storefrontCountryCode, forKey: .storefrontCountryCode)
        try values.encodeIfPresent(storefrontID, forKey: .storefrontID)
        try values.encode(environment, forKey: .environment)
        try values.encodeIfPresent(webOrderLineItemID, forKey: .webOrderLineItemID)
        try values.encodeIfPresent(signedTime, forKey: .signedTime)
        try values.encodeIfPresent(jwsRepresentation, forKey: .jwsRepresentation)
        try values.encodeIfPresent(appTransactionID, forKey: .appTransactionID)
        try values.encodeIfPresent(appBundleID, forKey: .appBundleID)
        try particularsBox?.particulars.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    // Of the type that is asked for, so that each field is read in one short line.
    fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value { try decode(Value.self, forKey: key) }

    fileprivate func decodeIfPresent<Value: Decodable>(forKey key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }
}
