public import Purser

/// What the embedded App Store sells, and how it is set up.
///
/// Made in code, or of a `.storekit` file.
public struct SimulatorCatalog: Sendable {
    /// The products, in the order in which they were given.
    public private(set) var products: [StoreProduct]
    /// How the store behaves.
    public var settings: SimulatorSettings
    private var index: [String: Int]

    /// A catalogue of these products; of two with the same identifier the first counts.
    public init(products: [StoreProduct], settings: SimulatorSettings = SimulatorSettings()) {
        self.settings = settings
        self.products = []
        index = [:]
        for product in products where index[product.id] == nil {
            index[product.id] = self.products.count
            self.products.append(product)
        }
    }

    /// The product of this identifier, if it is sold.
    public subscript(_ id: String) -> StoreProduct? { index[id].map { products[$0] } }

    /// Moves to another storefront: its currency applies, and the texts of all prices change with it.
    ///
    /// The numbers stay: a `.storekit` file has one price for all countries.
    mutating func move(to storefront: StoreStorefront) {
        settings.storefront = storefront
        for position in products.indices {
            products[position].currency = storefront.currency
            products[position].displayPrice = PriceText.string(
                products[position].price, currency: storefront.currency, locale: settings.locale)
        }
    }
}
