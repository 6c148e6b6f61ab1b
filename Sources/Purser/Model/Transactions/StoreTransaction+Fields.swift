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

    /// How the customer came to own the product.
    ///
    /// Unknown values are kept.
    public struct OwnershipType: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// An ownership by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Bought by this customer.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        /// Shared by a family member.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
        /// Assigned by the organisation that the customer belongs to; from iOS 27 on.
        public static let assigned = OwnershipType(rawValue: "ASSIGNED")
    }

    /// Who made the transaction.
    ///
    /// Unknown values are kept.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// A reason by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// The customer bought it.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The App Store renewed a subscription.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }
}
