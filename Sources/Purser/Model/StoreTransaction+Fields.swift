#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction {
    /// The fields of a transaction, each documented on ``StoreTransaction``.
    public struct Fields: Sendable, Hashable, Codable {
        /// The transaction's identifier, unique in its store.
        public var id: String
        /// The identifier of the line's first transaction.
        public var originalID: String
        /// The product that was bought.
        public var productID: String
        /// The kind of that product.
        public var kind: StoreProduct.Kind
        /// How many were bought.
        public var quantity: Int
        /// When this transaction was paid for.
        public var purchaseDate: WallTime
        /// When the line's first transaction was paid for.
        public var originalPurchaseDate: WallTime
        /// When the subscription period ends.
        public var expirationDate: WallTime?
        /// When the store took the purchase back.
        public var revocationDate: WallTime?
        /// Why it was taken back.
        public var revocationReason: RevocationReason?
        /// Whether an upgrade has replaced it.
        public var isUpgraded = false
        /// Bought, or shared by the family.
        public var ownership: Ownership = .purchased
        /// The subscription group of the product.
        public var subscriptionGroupID: String?
        /// The app's own user.
        public var accountToken: UUID?
        /// The offer that was applied.
        public var offer: AppliedOffer?
        /// A purchase, or a renewal.
        public var reason: Reason = .purchase
        /// What was paid.
        public var price: Decimal?
        /// The ISO 4217 currency of `price`.
        public var currency: String?
        /// The storefront's ISO 3166-1 alpha-3 country.
        public var storefront: String?
        /// Production, Sandbox, Xcode, LocalTesting or what else the store says.
        public var environment = "Production"
        /// Identifies the subscription period across devices.
        public var webOrderLineItemID: String?
        /// When the store described the transaction like this.
        public var signedDate: WallTime?
        /// The signed form that the backend received.
        public var signedPayload: String?

        /// The fields of a first purchase; change the others as needed.
        public init(
            id: String, productID: String, kind: StoreProduct.Kind, quantity: Int = 1, purchaseDate: WallTime
        ) {
            self.id = id
            self.originalID = id
            self.productID = productID
            self.kind = kind
            self.quantity = quantity
            self.purchaseDate = purchaseDate
            self.originalPurchaseDate = purchaseDate
        }
    }

    /// Why a purchase was taken back: the App Store's number; unknown ones are kept.
    public struct RevocationReason: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Some other reason, such as a purchase made by accident.
        public static let other = RevocationReason(rawValue: 0)
        /// A problem with the app.
        public static let appIssue = RevocationReason(rawValue: 1)
    }

    /// How the customer came to own the product; unknown wire values are kept.
    public struct Ownership: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// An ownership by its wire value.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Bought by this customer.
        public static let purchased = Ownership(rawValue: "PURCHASED")
        /// Shared by a family member.
        public static let familyShared = Ownership(rawValue: "FAMILY_SHARED")
    }

    /// What made the transaction; unknown wire values are kept.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A reason by its wire value.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The customer bought it.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The store renewed a subscription.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// The offer that a transaction was bought with.
    public struct AppliedOffer: Sendable, Hashable, Codable {
        /// The kind of offer.
        public var kind: StoreOffer.Kind
        /// The offer's identifier; introductory offers have none.
        public var id: String?
        /// How the offer is paid.
        public var paymentMode: StoreOffer.PaymentMode?

        /// An applied offer.
        public init(kind: StoreOffer.Kind, id: String? = nil, paymentMode: StoreOffer.PaymentMode? = nil) {
            self.kind = kind
            self.id = id
            self.paymentMode = paymentMode
        }
    }
}
