// The names in JSON are those of the public properties, all of them side by side. Dates are milliseconds since 1970 and
// percentages thousandths, as in the App Store's signed data.
extension StoreTransaction.Fields: Codable {
    fileprivate enum CodingKeys: String, CodingKey {
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
        case revocationType
        case revocationThousandths = "revocationPercentage"
        case billingPlanType
        case commitmentInfo
        case bundle
        case previousOriginalTransactionID
        case advancedCommerceInfo
        case deviceVerification
        case unknownFields
        case multiSeatInfo
        case additionalTransactionReason
        case ledgerID
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
        particulars = try StoreTransaction.Particulars(values)
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
        if let particulars = particularsBox?.particulars { try particulars.encode(into: &values) }
    }
}

extension StoreTransaction.Particulars {
    fileprivate typealias Keys = StoreTransaction.Fields.CodingKeys
    fileprivate init(_ values: KeyedDecodingContainer<Keys>) throws {
        self.init()
        revocationType = try values.decodeIfPresent(forKey: .revocationType)
        revocationThousandths = try values.decodeIfPresent(forKey: .revocationThousandths)
        billingPlanType = try values.decodeIfPresent(forKey: .billingPlanType)
        commitmentInfo = try values.decodeIfPresent(forKey: .commitmentInfo)
        bundle = try values.decodeIfPresent(forKey: .bundle)
        previousOriginalTransactionID = try values.decodeIfPresent(forKey: .previousOriginalTransactionID)
        advancedCommerceInfo = try values.decodeIfPresent(forKey: .advancedCommerceInfo)
        deviceVerification = try values.decodeIfPresent(forKey: .deviceVerification)
        unknownFields = try values.decodeIfPresent(forKey: .unknownFields)
        multiSeatInfo = try values.decodeIfPresent(forKey: .multiSeatInfo)
        additionalTransactionReason = try values.decodeIfPresent(forKey: .additionalTransactionReason)
        ledgerID = try values.decodeIfPresent(forKey: .ledgerID)
    }

    fileprivate func encode(into values: inout KeyedEncodingContainer<Keys>) throws {
        try values.encodeIfPresent(revocationType, forKey: .revocationType)
        try values.encodeIfPresent(revocationThousandths, forKey: .revocationThousandths)
        try values.encodeIfPresent(billingPlanType, forKey: .billingPlanType)
        try values.encodeIfPresent(commitmentInfo, forKey: .commitmentInfo)
        try values.encodeIfPresent(bundle, forKey: .bundle)
        try values.encodeIfPresent(previousOriginalTransactionID, forKey: .previousOriginalTransactionID)
        try values.encodeIfPresent(advancedCommerceInfo, forKey: .advancedCommerceInfo)
        try values.encodeIfPresent(deviceVerification, forKey: .deviceVerification)
        try values.encodeIfPresent(unknownFields, forKey: .unknownFields)
        try values.encodeIfPresent(multiSeatInfo, forKey: .multiSeatInfo)
        try values.encodeIfPresent(additionalTransactionReason, forKey: .additionalTransactionReason)
        try values.encodeIfPresent(ledgerID, forKey: .ledgerID)
    }
}

extension KeyedDecodingContainer {
    // Of the type that is asked for, so that each field is read in one short line.
    fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value { try decode(Value.self, forKey: key) }

    fileprivate func decodeIfPresent<Value: Decodable>(forKey key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }
}
