// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct Product: Identifiable, Sendable {
    public let id: String
    public let type: ProductType
    public package(set) var displayName: String
    public package(set) var description = ""
    public package(set) var price: Decimal
    public package(set) var displayPrice: String
    public package(set) var isFamilyShareable = false
    public package(set) var subscription: SubscriptionInfo?
    public package(set) var jsonRepresentation = Data("{}".utf8)
    package var currencyCode = "USD"
    package var priceLocale = Locale(identifier: "en_US")

    package init(id: String, type: ProductType, displayName: String, price: Decimal, displayPrice: String) {
        self.id = id
        self.type = type
        self.displayName = displayName
        self.price = price
        self.displayPrice = displayPrice
    }

    public struct ProductType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let consumable = ProductType(rawValue: "Consumable")
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
        #if STOREKIT_27
            // No source tells how these two are spelled.
            @available(iOS 27.0, macOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *)
            public static let subscriptionBundle = ProductType(rawValue: "stub: bundle")
            @available(iOS 27.0, macOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *)
            public static let subscriptionSuite = ProductType(rawValue: "stub: suite")
        #endif
    }

    public static func products<Identifiers: Collection>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers.Element == String {
        try await FakeStore.current.products(for: Array(identifiers))
    }

    public var priceFormatStyle: Decimal.FormatStyle.Currency {
        Decimal.FormatStyle.Currency(code: currencyCode, locale: priceLocale)
    }

    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }
}

extension Product: Hashable {
    public static func == (lhs: Product, rhs: Product) -> Bool { lhs.id == rhs.id && lhs.price == rhs.price }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
