#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A product as its backend describes it to this customer.
public struct StoreProduct: Sendable, Hashable, Identifiable {
    /// The product's identifier.
    public var id: String
    /// The type of product.
    public var type: ProductType
    /// Its name in the customer's language.
    public var displayName: String
    /// Its description in the customer's language.
    public var description: String
    /// Its price, in `currencyCode` if that is known.
    public var price: Decimal
    /// The ISO 4217 currency of `price`; `nil` when the platform does not report it.
    public var currencyCode: String?
    /// The price as the customer reads it, such as `$0.99`.
    public var displayPrice: String
    /// The locale in which the App Store formats its prices; `nil` when the platform does not report it.
    public var priceLocale: Locale?
    /// Whether the family may share it.
    public var isFamilyShareable: Bool
    /// The subscription's details; `nil` for other products.
    public var subscription: SubscriptionInfo?
    /// The version of the content that the App Store hosts for it; `nil` when there is none.
    public var contentVersion: String?

    /// Makes a product; its price is rounded to thousandths of the currency's unit.
    public init(
        id: String, type: ProductType, displayName: String, description: String = "", price: Decimal,
        currencyCode: String? = nil, displayPrice: String, isFamilyShareable: Bool = false,
        subscription: SubscriptionInfo? = nil, contentVersion: String? = nil, priceLocale: Locale? = nil
    ) {
        self.id = id
        self.type = type
        self.displayName = displayName
        self.description = description
        self.price = price.exactPrice
        self.currencyCode = currencyCode
        self.displayPrice = displayPrice
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
        self.contentVersion = contentVersion
        self.priceLocale = priceLocale
    }

    /// Makes a product for previews and tests of an app: its name is its identifier, and its price is formatted
    /// plainly, as in `9.99 USD`.
    public init(
        id: String, type: ProductType = .nonConsumable, price: Decimal, currencyCode: String? = "USD",
        subscription: SubscriptionInfo? = nil
    ) {
        self.init(
            id: id, type: type, displayName: id, price: price, currencyCode: currencyCode,
            displayPrice: "\(price.exactPrice)" + (currencyCode.map { " \($0)" } ?? ""), subscription: subscription)
    }

    /// Types of products, spelled as in the App Store's signed data.
    ///
    /// Unknown ones are kept.
    public struct ProductType: RawRepresentable, Sendable, Hashable, Codable {
        /// The spelling of the App Store's signed transactions; empty when the type is not known.
        public var rawValue: String
        /// A type by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The platform does not report the type (StoreKit 1).
        ///
        /// A purchase of it is granted and finished like any other. It counts as owned until it is revoked, or until
        /// its expiration date if it has one. It never counts as a consumable: it adds to no balance, and its
        /// transactions are not archived. An adapter that has the type, from the app's own list, reports that type.
        public static let unknown = ProductType(rawValue: "")
        /// It is used up, and can be bought again.
        public static let consumable = ProductType(rawValue: "Consumable")
        /// It is bought once and owned for good.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        /// A subscription that renews automatically until the customer cancels it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
        /// A subscription whose length the app defines.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
    }

    /// How a subscription with a commitment is billed, spelled as in the App Store's data; unknown ones are kept.
    public struct BillingPlanType: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A plan by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// All at once.
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
        /// Month by month, for a commitment of a year.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")
    }

    /// The details of a subscription.
    public struct SubscriptionInfo: Sendable, Hashable {
        /// The subscription group; a customer holds one product of it at a time.
        public var subscriptionGroupID: String
        /// The level of service in its group: 1 is the highest.
        public var groupLevel: Int
        /// How long one period lasts.
        public var subscriptionPeriod: SubscriptionPeriod
        /// All offers of the product; the App Store decides at the purchase whether this customer is eligible.
        public var offers: [StoreOffer]
        /// The price of a seat, by the number of seats, the lowest number first; empty when it is not sold with seats.
        public var seatPriceTiers: [SeatPriceTier]

        /// The offer for customers who are new to the subscription group; `nil` when the product has none.
        public var introductoryOffer: StoreOffer? { offers.first { $0.type == .introductory } }
        /// The offers for current and earlier subscribers, which the app's server signs.
        public var promotionalOffers: [StoreOffer] { offers.filter { $0.type == .promotional } }
        /// The offers for customers whose subscription has expired.
        public var winBackOffers: [StoreOffer] { offers.filter { $0.type == .winBack } }

        /// Makes the details of a subscription.
        public init(
            subscriptionGroupID: String, groupLevel: Int = 1, subscriptionPeriod: SubscriptionPeriod,
            offers: [StoreOffer] = [], seatPriceTiers: [SeatPriceTier] = []
        ) {
            self.subscriptionGroupID = subscriptionGroupID
            self.groupLevel = groupLevel
            self.subscriptionPeriod = subscriptionPeriod
            self.offers = offers
            self.seatPriceTiers = seatPriceTiers
        }
    }
}

/// The country whose prices and products the customer sees.
public struct StoreStorefront: Sendable, Hashable, Codable {
    /// The ISO 3166-1 alpha-3 country.
    public var countryCode: String
    /// The ISO 4217 currency of its prices; `nil` when the platform does not report it.
    public var currencyCode: String?
    /// The App Store's number of the storefront, such as `143441`; `nil` when the platform does not report it.
    public var id: String?

    /// Makes a storefront.
    public init(countryCode: String, currencyCode: String? = nil, id: String? = nil) {
        self.countryCode = countryCode
        self.currencyCode = currencyCode
        self.id = id
    }
}

/// A receipt of the device: bytes for the app's server, or for a verifier.
public struct StoreReceipt: Sendable, Hashable {
    /// The receipt's bytes, as the backend returned them.
    public var data: Data

    /// Makes a receipt.
    public init(data: Data) { self.data = data }
}
