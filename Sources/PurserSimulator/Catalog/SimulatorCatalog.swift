public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the embedded App Store sells, and how it is set up.
///
/// Made in code, or of a `.storekit` file.
public struct SimulatorCatalog: Sendable {
    /// The products, in the order in which they were given, each with the text of its price.
    public var products: [StoreProduct] { stock.map(priced) }
    /// How the store behaves.
    public var settings: SimulatorSettings
    /// Who may have an offer, where that is more than its type says.
    public var offerTerms: [OfferName: OfferTerms] = [:]
    /// By product, the plan by which it can also be paid month by month; a purchase asks for it by
    /// `PurchaseOption.billingPlanType(.monthly)`.
    public var monthlyPlans: [String: MonthlyPlan] = [:]
    /// By product, who invites the members of a subscription with seats: the store, where nothing is said.
    public var seatInvitations: [String: StoreTransaction.MultiSeatInfo.InvitationManagement] = [:]
    /// The products of a `.storekit` file, whose names follow the settings' locale.
    var configured: [String: StoreKitConfiguration.Product] = [:]
    /// The products as they were given; an empty `displayPrice` is written when somebody asks for the product.
    private var stock: [StoreProduct]
    /// The products with the prices that they had before any move.
    private let given: [StoreProduct]
    private var index: [String: Int]

    /// A catalogue of these products; of two with the same identifier the first counts.
    ///
    /// A product with an empty `displayPrice` gets the text of its price in the settings' locale.
    public init(products: [StoreProduct], settings: SimulatorSettings = SimulatorSettings()) {
        self.settings = settings
        var stock: [StoreProduct] = []
        var index: [String: Int] = [:]
        for product in products where index[product.id] == nil {
            index[product.id] = stock.count
            stock.append(product)
        }
        self.stock = stock
        self.index = index
        given = stock
    }

    /// The product of this identifier, if it is sold, with the text of its price and its names in the settings' locale.
    public subscript(_ id: String) -> StoreProduct? { unpriced(id).map(priced) }

    /// The name by which the developer of a `.storekit` file knows a product.
    package func referenceName(of id: String) -> String? { configured[id]?.referenceName }

    /// The product of this identifier for those who do not read the text of its price.
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

    /// Moves to another storefront: its currency applies, and the texts of all prices change with it.
    ///
    /// The numbers stay, for a `.storekit` file has one price for all countries, but are rounded to what the currency can
    /// be paid in: 9.99 becomes 10 yen.
    mutating func move(to storefront: StoreStorefront) {
        settings.storefront = storefront
        let currency = storefront.currencyCode ?? StoreStorefront(country: storefront.countryCode)?.currencyCode
        for position in stock.indices {
            var product = given[position]
            product.currencyCode = currency
            product.displayPrice = ""
            product.price = PriceText.payable(product.price, currency: currency)
            if var subscription = product.subscription {
                for offer in subscription.offers.indices {
                    subscription.offers[offer].displayPrice = ""
                    subscription.offers[offer].price = PriceText.payable(
                        subscription.offers[offer].price, currency: currency)
                }
                for tier in subscription.seatPriceTiers.indices {
                    subscription.seatPriceTiers[tier].displayPrice = ""
                    subscription.seatPriceTiers[tier].price = PriceText.payable(
                        subscription.seatPriceTiers[tier].price, currency: currency)
                }
                product.subscription = subscription
            }
            stock[position] = product
        }
    }
}

extension SimulatorCatalog: CustomStringConvertible {
    /// How many products are sold, and where.
    public var description: String { "\(Wording.count(stock.count, "product")), \(settings.storefront)" }
}
