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
/// ``StoreEntitlements/items(of:)`` returns the owned items, and ``PurchaseStore/Configuration/deliver(_:with:)``
/// delivers purchases as items.
public struct TypedCatalog<Item: Hashable & Sendable>: Sendable, CustomStringConvertible {
    /// The items by product identifier.
    public private(set) var items: [String: Item]
    /// The products' identifiers, in the order of the catalog.
    public let ids: [String]
    /// The policy for purchases of products that this version of the app does not have.
    public var unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished
    /// For previews: products that count as owned or as not owned, without regard to the recorded transactions.
    public var overrides: [String: Bool] = [:]

    /// Makes a catalog of these products; of two with the same identifier the first counts.
    ///
    /// - Parameters:
    ///   - unknownProducts: how a purchase of a product that is not among them is treated.
    ///   - products: the products, one after the other.
    public init(
        unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished,
        @TypedCatalogBuilder<Item> _ products: () -> [Selling<Item>]
    ) {
        self.init(products(), unknownProducts: unknownProducts)
    }

    /// Makes a catalog of these products; of two with the same identifier the first counts.
    public init(_ products: [Selling<Item>], unknownProducts: UnknownProductPolicy<Item> = .leaveUnfinished) {
        items = Dictionary(products.map { ($0.id, $0.item) }) { first, _ in first }
        var seen: Set<String> = []
        ids = products.map(\.id).filter { seen.insert($0).inserted }
        self.unknownProducts = unknownProducts
    }

    /// The item of a product; `nil` when this version has neither the product nor an item for unknown ones.
    public subscript(id: String) -> Item? {
        if let item = items[id] { return item }
        if case .treat(let item) = unknownProducts { return item }
        return nil
    }

    /// The products of an item, in the order of the catalog.
    public func ids(of item: Item) -> [String] { ids.filter { items[$0] == item } }

    /// The same catalog with other overrides; for previews.
    public func overriding(_ overrides: [String: Bool]) -> Self {
        var catalog = self
        catalog.overrides.merge(overrides) { $1 }
        return catalog
    }

    /// The items of the usable products, with the overrides.
    ///
    /// - Parameter productIDs: the products that may be used according to the ledger.
    public func items(among productIDs: Set<String>) -> Set<Item> {
        let owned = productIDs.filter { overrides[$0] ?? true }.union(overrides.filter(\.value).keys)
        return Set(owned.compactMap { self[$0] })
    }

    /// The products in the catalog; for a large one only the first.
    public var description: String { ids.isEmpty ? "no products" : Wording.list(ids) }
}

/// A product of a ``TypedCatalog``, and its item.
public struct Selling<Item: Hashable & Sendable>: Sendable, Hashable {
    /// The product's identifier.
    public var id: String
    /// The item of the product.
    public var item: Item

    /// Makes a product and its item.
    public init(_ id: String, as item: Item) {
        self.id = id
        self.item = item
    }
}

/// The policy for purchases of products that this version of the app does not have, because a later version sells them.
public enum UnknownProductPolicy<Item: Hashable & Sendable>: Sendable, Hashable {
    /// It is recorded and stays unfinished, so that a version with the product can deliver it.
    case leaveUnfinished
    /// It is recorded and finished; nothing is delivered.
    case finish
    /// It is delivered as this item.
    case treat(as: Item)
}

/// Builds the products of a ``TypedCatalog``.
@resultBuilder
public enum TypedCatalogBuilder<Item: Hashable & Sendable> {
    /// One product.
    public static func buildExpression(_ product: Selling<Item>) -> [Selling<Item>] { [product] }
    /// Several products.
    public static func buildExpression(_ products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// The products one after the other.
    public static func buildBlock(_ products: [Selling<Item>]...) -> [Selling<Item>] { products.flatMap { $0 } }
    /// The products of a condition, if it holds.
    public static func buildOptional(_ products: [Selling<Item>]?) -> [Selling<Item>] { products ?? [] }
    /// The products of a condition that holds.
    public static func buildEither(first products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// The products of a condition that does not hold.
    public static func buildEither(second products: [Selling<Item>]) -> [Selling<Item>] { products }
    /// The products of a loop.
    public static func buildArray(_ products: [[Selling<Item>]]) -> [Selling<Item>] { products.flatMap { $0 } }
}
