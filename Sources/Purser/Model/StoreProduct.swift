#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something the store sells, as its backend describes it to this customer.
public struct StoreProduct: Sendable, Hashable, Identifiable {
    /// The product's identifier.
    public var id: String
    /// What kind of product it is.
    public var kind: Kind
    /// Its name in the customer's language.
    public var displayName: String
    /// Its description in the customer's language.
    public var description: String
    /// Its price, in `currency`.
    public var price: Decimal
    /// The ISO 4217 currency of `price`.
    public var currency: String
    /// The price as the customer reads it, such as `$0.99`.
    public var displayPrice: String
    /// Whether the family may share it.
    public var isFamilyShareable: Bool
    /// What is particular to a subscription; `nil` for other products.
    public var subscription: Subscription?
    /// The version of the content that the store hosts for it; `nil` when there is none.
    public var contentVersion: String?

    /// A product.
    public init(
        id: String, kind: Kind, displayName: String, description: String = "", price: Decimal, currency: String,
        displayPrice: String, isFamilyShareable: Bool = false, subscription: Subscription? = nil,
        contentVersion: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.description = description
        self.price = price
        self.currency = currency
        self.displayPrice = displayPrice
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
        self.contentVersion = contentVersion
    }

    /// Kinds of products, spelled as on the App Store's wire; unknown ones are kept.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The spelling of the App Store's signed transactions.
        public var rawValue: String
        /// A kind by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Bought, used up, bought again.
        public static let consumable = Kind(rawValue: "Consumable")
        /// Bought once, owned for ever.
        public static let nonConsumable = Kind(rawValue: "Non-Consumable")
        /// Renews by itself until it is cancelled.
        public static let autoRenewable = Kind(rawValue: "Auto-Renewable Subscription")
        /// A subscription whose length the app defines.
        public static let nonRenewing = Kind(rawValue: "Non-Renewing Subscription")
    }

    /// What is particular to a subscription.
    public struct Subscription: Sendable, Hashable {
        /// The group of which a customer holds one product at a time.
        public var groupID: String
        /// The level of service in its group: 1 is the highest.
        public var level: Int
        /// How long one period lasts.
        public var period: SubscriptionPeriod
        /// The offers that exist; who is eligible is decided at the purchase.
        public var offers: [StoreOffer]

        /// The particulars of a subscription.
        public init(groupID: String, level: Int = 1, period: SubscriptionPeriod, offers: [StoreOffer] = []) {
            self.groupID = groupID
            self.level = level
            self.period = period
            self.offers = offers
        }
    }
}

/// The country whose prices and products the customer sees.
public struct StoreStorefront: Sendable, Hashable, Codable {
    /// The ISO 3166-1 alpha-3 country.
    public var countryCode: String
    /// The ISO 4217 currency of its prices.
    public var currency: String

    /// A storefront.
    public init(countryCode: String, currency: String) {
        self.countryCode = countryCode
        self.currency = currency
    }
}

/// A receipt as the device holds it: bytes for the app's server, or for a verifier.
public struct StoreReceipt: Sendable, Hashable {
    /// The receipt's bytes, as the store gave them.
    public var data: Data

    /// A receipt.
    public init(data: Data) { self.data = data }
}
