public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The products and the settings of the embedded App Store.
///
/// Made in code, or from a `.storekit` file.
public struct SimulatorCatalog: Sendable {
    /// The products, in their given order, each with the text of its price.
    public var products: [StoreProduct] { stock.map(priced) }
    /// The behavior of the App Store.
    public var settings: SimulatorSettings
    /// Restrictions of offers' eligibility beyond their types.
    public var offerTerms: [OfferName: OfferTerms] = [:]
    /// The monthly plans, by product; a purchase selects one with `PurchaseOption.billingPlanType(.monthly)`.
    public var monthlyPlans: [String: MonthlyPlan] = [:]
    /// The party that invites the members of a subscription with seats, by product; the App Store by default.
    public var seatInvitations: [String: StoreTransaction.MultiSeatInfo.InvitationManagement] = [:]
    /// The `.storekit` file of the products; `nil` for products that are made in code.
    var file: String?
    /// The number of the file's entries that were skipped because of mistakes.
    var skippedEntries = 0
    /// The products of a `.storekit` file, whose names follow the settings' locale.
    var configured: [String: StoreKitConfiguration.Product] = [:]
    /// The products at payable prices; an empty `displayPrice` is filled when the product is read.
    private var stock: [StoreProduct]
    /// The products at their exact prices, before any rounding and any change of storefront.
    private let given: [StoreProduct]
    private var index: [String: Int]

    /// Makes a catalog of products; if two have the same identifier, the first one is used.
    ///
    /// A product with an empty `displayPrice` gets the text of its price in the settings' locale. A price that cannot be
    /// paid in the product's currency is rounded to one that can: 9.99 becomes 10 yen. So customers pay the displayed
    /// price.
    public init(products: [StoreProduct], settings: SimulatorSettings = SimulatorSettings()) {
        self.settings = settings
        var given: [StoreProduct] = []
        var index: [String: Int] = [:]
        for product in products where index[product.id] == nil {
            index[product.id] = given.count
            given.append(product)
        }
        self.given = given
        self.index = index
        stock = given.map(\.payable)
    }

    /// The product with this identifier, with the text of its price and its names in the settings' locale; `nil` if it
    /// is not sold.
    public subscript(_ id: String) -> StoreProduct? { unpriced(id).map(priced) }

    /// The reference name of a product in a `.storekit` file.
    package func referenceName(of id: String) -> String? { configured[id]?.referenceName }

    /// The identifiers of all products.
    var productIDs: [String] { stock.map(\.id) }

    /// The price of a product before it is rounded to an amount that can be paid in the storefront's currency.
    func exactPrice(of id: String) -> Decimal? { index[id].map { given[$0].price } }

    /// The product with this identifier, without the text of its price.
    func unpriced(_ id: String) -> StoreProduct? { index[id].map { stock[$0] } }

    private func priced(_ product: StoreProduct) -> StoreProduct {
        var product = product
        if product.displayPrice.isEmpty, let texts = configured[product.id]?.texts(for: settings.locale) {
            (product.displayName, product.description) = texts
        }
        if product.displayPrice.isEmpty {
            product.displayPrice = text(product.price, product.currencyCode)
            product.priceLocale = PriceText.locale(settings.locale)
        }
        guard var subscription = product.subscription else { return product }
        for offer in subscription.offers.indices where subscription.offers[offer].displayPrice.isEmpty {
            subscription.offers[offer].displayPrice = text(subscription.offers[offer].price, product.currencyCode)
        }
        for tier in subscription.seatPriceTiers.indices where subscription.seatPriceTiers[tier].displayPrice.isEmpty {
            subscription.seatPriceTiers[tier].displayPrice = text(
                subscription.seatPriceTiers[tier].price, product.currencyCode)
        }
        product.subscription = subscription
        return product
    }

    private func text(_ price: Decimal, _ currency: String?) -> String {
        currency.map { PriceText.string(price, currency: $0, locale: settings.locale) } ?? "\(price)"
    }

    /// Moves to another storefront: its currency applies, and the texts of all prices change.
    ///
    /// The numbers stay, because a `.storekit` file has one price for all countries, but are rounded to amounts that
    /// can be paid in the currency: 9.99 becomes 10 yen.
    mutating func move(to storefront: StoreStorefront) {
        settings.storefront = storefront
        stock = given.map { $0.priced(in: settings.storefront.currencyCode) }
    }
}

extension SimulatorCatalog: CustomStringConvertible {
    /// The number of products, and the storefront.
    public var description: String { "\(Wording.count(stock.count, "product")), \(settings.storefront)" }
}
