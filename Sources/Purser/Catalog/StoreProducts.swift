/// The answer to a request for products: a collection of those that the store sells.
public struct StoreProducts: Sendable, Hashable {
    /// The products that the store sells, in the order in which their identifiers were asked for, each once.
    public var products: [StoreProduct]
    /// The identifiers that it does not sell, in the order asked: unknown to the store, empty, or longer than
    /// ``PaymentRequest/maximumProductIDBytes``.
    public var invalidIDs: [String]

    /// The most identifiers that one request may name.
    public static let maximumIDs = 100_000

    /// An answer.
    public init(products: [StoreProduct], invalidIDs: [String] = []) {
        self.products = products
        self.invalidIDs = invalidIDs
    }

    /// The product with this identifier, if it is among them.
    public subscript(id: String) -> StoreProduct? { products.first { $0.id == id } }
}

extension StoreProducts: RandomAccessCollection {
    /// The position of the first of ``products``.
    public var startIndex: Int { products.startIndex }
    /// The position behind the last of ``products``.
    public var endIndex: Int { products.endIndex }
    /// The product at a position.
    public subscript(position: Int) -> StoreProduct { products[position] }
}

extension StoreProducts: CustomStringConvertible {
    /// How many products, and which identifiers are unknown.
    public var description: String { products.summary(unknown: invalidIDs) }
}
