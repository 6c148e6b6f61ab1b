#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction {
    /// The fields of a transaction, each documented on ``StoreTransaction``.
    public struct Fields: Sendable, Hashable {
        /// The transaction's identifier, unique in its environment.
        public var id: String
        /// The identifier of the original transaction.
        public var originalID: String
        /// The product that was bought.
        public var productID: String
        /// The type of that product.
        public var productType: StoreProduct.ProductType
        /// How many were bought.
        public var purchasedQuantity: Int
        /// When this transaction was paid for.
        package var purchaseTime: Timestamp
        /// When the original transaction was paid for.
        package var originalPurchaseTime: Timestamp
        /// When the subscription period ends.
        package var expirationTime: Timestamp?
        /// When the App Store revoked the purchase.
        package var revocationTime: Timestamp?
        /// The reason for the revocation.
        public var revocationReason: RevocationReason?
        /// Whether an upgrade has replaced it.
        public var isUpgraded = false
        /// Whether the customer bought it or a family member shared it.
        public var ownershipType: OwnershipType = .purchased
        /// The subscription group of the product.
        public var subscriptionGroupID: String?
        /// The app's own user.
        public var appAccountToken: UUID?
        /// The offer that was applied.
        public var offer: Offer?
        /// Whether the customer bought it or the App Store renewed it.
        public var reason: Reason = .purchase
        /// The price that was paid.
        public var price: Decimal?
        /// The ISO 4217 currency of `price`.
        public var currencyCode: String?
        /// The storefront's ISO 3166-1 alpha-3 country.
        public var storefrontCountryCode: String?
        /// The App Store's number of the storefront.
        public var storefrontID: String?
        /// The environment in which it was made; ``StoreEnvironment/unknown`` when the platform does not report it.
        public var environment: StoreEnvironment = .unknown
        /// Identifies the subscription period across devices.
        public var webOrderLineItemID: String?
        /// When the App Store signed this version.
        package var signedTime: Timestamp?
        /// The signed form that the backend received.
        public var jwsRepresentation: String?
        /// The customer's copy of the app.
        public var appTransactionID: String?
        /// The app that sold it.
        public var appBundleID: String?
        /// The rare fields; `nil` for transactions without them.
        var particularsBox: ParticularsBox?

        /// The fields of a first purchase; change the others as needed.
        public init(
            id: String, productID: String, productType: StoreProduct.ProductType, purchasedQuantity: Int = 1,
            purchaseDate: Date
        ) {
            self.init(
                id: id, productID: productID, productType: productType, purchasedQuantity: purchasedQuantity,
                purchaseTime: Timestamp(purchaseDate))
        }

        /// Makes the fields of a first purchase, with its date in whole milliseconds.
        package init(
            id: String, productID: String, productType: StoreProduct.ProductType, purchasedQuantity: Int = 1,
            purchaseTime: Timestamp
        ) {
            self.id = id
            self.originalID = id
            self.productID = productID
            self.productType = productType
            self.purchasedQuantity = purchasedQuantity
            self.purchaseTime = purchaseTime
            self.originalPurchaseTime = purchaseTime
        }
    }
}

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

extension StoreTransaction.Fields {
    /// When this transaction was paid for, to the millisecond.
    public var purchaseDate: Date {
        get { purchaseTime.date }
        set { purchaseTime = Timestamp(newValue) }
    }

    /// When the original transaction was paid for, to the millisecond.
    public var originalPurchaseDate: Date {
        get { originalPurchaseTime.date }
        set { originalPurchaseTime = Timestamp(newValue) }
    }

    /// When the subscription period ends, to the millisecond.
    public var expirationDate: Date? {
        get { expirationTime?.date }
        set { expirationTime = newValue.map { Timestamp($0) } }
    }

    /// When the App Store revoked the purchase, to the millisecond.
    public var revocationDate: Date? {
        get { revocationTime?.date }
        set { revocationTime = newValue.map { Timestamp($0) } }
    }

    /// When the App Store signed this version of the transaction, to the millisecond.
    public var signedDate: Date? {
        get { signedTime?.date }
        set { signedTime = newValue.map { Timestamp($0) } }
    }
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
