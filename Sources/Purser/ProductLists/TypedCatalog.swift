/// An app's products by identifier, each as a value of the app's own type.
///
/// ```swift
/// enum Feature: Hashable, Sendable {
///     case greenhouse, club
///     case seeds(Int)
/// }
///
/// let catalog = TypedCatalog<Feature> {
///     Selling("com.example.garden.greenhouse", as: .greenhouse)
///     Selling("com.example.garden.club.monthly", as: .club)
///     Selling("com.example.garden.seeds.10", as: .seeds(10))
/// }
/// ```
///
/// ``StoreEntitlements/items(of:)`` answers what is owned in the app's own words, and
/// ``PurchaseStore/Configuration/deliver(_:with:)`` delivers what was bought.
public struct TypedCatalog<Item: Hashable & Sendable>: Sendable {
    /// The products and what they are to the app.
    public private(set) var items: [String: Item]
    /// The products' identifiers, in the order in which they were given.
    public let ids: [String]
    /// What becomes of a purchase of a product that this version of the app does not know.
    public var unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished
    /// For previews: products that count as owned, or as not owned, whatever is recorded.
    public var overrides: [String: Bool] = [:]

    /// A catalog of these products; of two with the same identifier the first counts.
    ///
    /// - Parameters:
    ///   - unknownProducts: what becomes of a purchase of a product that is not among them.
    ///   - products: the products, one after the other.
    public init(
        unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished,
        @TypedCatalogBuilder<Item> _ products: () -> [Selling<Item>]
    ) {
        self.init(products(), unknownProducts: unknownProducts)
    }

    /// A catalog of these products; of two with the same identifier the first counts.
    public init(_ products: [Selling<Item>], unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished) {
        items = Dictionary(products.map { ($0.id, $0.item) }) { first, _ in first }
        var seen: Set<String> = []
        ids = products.map(\.id).filter { seen.insert($0).inserted }
        self.unknownProducts = unknownProducts
    }

    /// What a product is to the app; `nil` when this version does not know it, and has no other word for such.
    public subscript(id: String) -> Item? {
        if let item = items[id] { return item }
        if case .treat(let item) = unknownProducts { return item }
        return nil
    }

    /// The products that give an item, in the order in which they were given.
    public func ids(of item: Item) -> [String] { ids.filter { items[$0] == item } }

    /// The same with other products that count as owned, or as not owned; for previews.
    public func overriding(_ overrides: [String: Bool]) -> Self {
        var catalog = self
        catalog.overrides.merge(overrides) { $1 }
        return catalog
    }

    /// The items among products that may be used, with the overrides.
    ///
    /// - Parameter productIDs: the products that may be used by what is recorded.
    public func items(among productIDs: Set<String>) -> Set<Item> {
        let owned = productIDs.filter { overrides[$0] ?? true }.union(overrides.filter(\.value).keys)
        return Set(owned.compactMap { self[$0] })
    }
}

/// A product of a ``TypedCatalog``, and what it is to the app.
public struct Selling<Item: Hashable & Sendable>: Sendable, Hashable {
    /// The product's identifier.
    public var id: String
    /// What it is to the app.
    public var item: Item

    /// A product, and what it is to the app.
    public init(_ id: String, as item: Item) {
        self.id = id
        self.item = item
    }
}

/// What becomes of a purchase of a product that this version of the app does not know: one that a later version sells.
public enum UnknownProductPolicy<Item: Hashable & Sendable>: Sendable, Hashable {
    /// It is recorded and stays unfinished, so that a version which knows the product can hand it over.
    case leaveUnfinished
    /// It is recorded and finished; nothing is delivered.
    case finish
    /// It is delivered as this.
    case treat(as: Item)
}

/// Puts the products of a ``TypedCatalog`` together.
@resultBuilder
public enum TypedCatalogBuilder<Item: Hashable & Sendable> {
    /// One product.
    public static func buildExpression(_ product: Selling<Item>) -> [Selling<Item>] { [product] }
    /// Several products.
    public static func buildExpression(_ products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// One after the other.
    public static func buildBlock(_ products: [Selling<Item>]...) -> [Selling<Item>] { products.flatMap { $0 } }
    /// Those of a condition, if it holds.
    public static func buildOptional(_ products: [Selling<Item>]?) -> [Selling<Item>] { products ?? [] }
    /// Those of a condition that holds.
    public static func buildEither(first products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// Those of a condition that does not hold.
    public static func buildEither(second products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// Those of a loop.
    public static func buildArray(_ products: [[Selling<Item>]]) -> [Selling<Item>] { products.flatMap { $0 } }
}

extension TypedCatalog: CustomStringConvertible {
    /// Which products are in it; of many only the first.
    public var description: String { ids.isEmpty ? "no products" : Wording.list(ids) }
}
