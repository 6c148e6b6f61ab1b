// The names in JSON are those of the public properties. Dates are milliseconds since 1970, and percentages
// thousandths, as in the App Store's signed data.
extension StoreTransaction.Fields: Codable {
    /// Reads the fields; missing optional fields are `nil`.
    ///
    /// - Throws: `DecodingError` when a required field is missing, or a field has another type.
    public init(from decoder: any Decoder) throws {
        self.init(id: "", productID: "", productType: .unknown, purchaseTime: Timestamp(milliseconds: 0))
        var coder = JSONFieldCoder.reading(try decoder.container(keyedBy: AnyKey.self))
        try code(&coder)
        particulars = try TransactionParticulars(from: decoder)
    }

    /// Writes the fields that are not empty.
    public func encode(to encoder: any Encoder) throws {
        var coder = JSONFieldCoder.writing(encoder.container(keyedBy: AnyKey.self))
        var fields = self
        try fields.code(&coder)
        try particularsBox?.particulars.encode(to: encoder)
    }

    private mutating func code(_ coder: inout JSONFieldCoder) throws {
        try coder.code("id", &id)
        try coder.code("originalID", &originalID)
        try coder.code("productID", &productID)
        try coder.code("productType", &productType)
        try coder.code("purchasedQuantity", &purchasedQuantity)
        try coder.code("purchaseDate", &purchaseTime)
        try coder.code("originalPurchaseDate", &originalPurchaseTime)
        try coder.code("expirationDate", &expirationTime)
        try coder.code("revocationDate", &revocationTime)
        try coder.code("revocationReason", &revocationReason)
        try coder.code("isUpgraded", &isUpgraded)
        try coder.code("ownershipType", &ownershipType)
        try coder.code("subscriptionGroupID", &subscriptionGroupID)
        try coder.code("appAccountToken", &appAccountToken)
        try coder.code("offer", &offer)
        try coder.code("reason", &reason)
        try coder.code("price", &price)
        try coder.code("currencyCode", &currencyCode)
        try coder.code("storefrontCountryCode", &storefrontCountryCode)
        try coder.code("storefrontID", &storefrontID)
        try coder.code("environment", &environment)
        try coder.code("webOrderLineItemID", &webOrderLineItemID)
        try coder.code("signedDate", &signedTime)
        try coder.code("jwsRepresentation", &jwsRepresentation)
        try coder.code("appTransactionID", &appTransactionID)
        try coder.code("appBundleID", &appBundleID)
    }
}

/// Reads fields or writes them, so that one list of them is enough for both.
private enum JSONFieldCoder {
    case reading(KeyedDecodingContainer<AnyKey>)
    case writing(KeyedEncodingContainer<AnyKey>)

    mutating func code<Value: Codable>(_ key: AnyKey, _ value: inout Value) throws {
        switch self {
        case .reading(let values): value = try values.decode(Value.self, forKey: key)
        case .writing(var values): try values.encode(value, forKey: key)
        }
    }

    mutating func code<Value: Codable>(_ key: AnyKey, _ value: inout Value?) throws {
        switch self {
        case .reading(let values): value = try values.decodeIfPresent(Value.self, forKey: key)
        case .writing(var values): try values.encodeIfPresent(value, forKey: key)
        }
    }
}
