/// The answer to a request for products: a collection of the products that are sold.
public struct StoreProducts: Sendable, Hashable, CustomStringConvertible {
    /// The products that are sold, in the order of the request, each once.
    public var products: [StoreProduct]
    /// The other identifiers, in the order of the request: unknown to the backend, empty, or longer than
    /// ``PaymentRequest/maximumProductIDBytes``.
    public var invalidIDs: [String]

    /// The most identifiers of one request.
    public static let maximumIDs = 100_000

    /// Makes an answer.
    public init(products: [StoreProduct], invalidIDs: [String] = []) {
        self.products = products
        self.invalidIDs = invalidIDs
    }

    /// The product with this identifier, if it is among them.
    public subscript(id: String) -> StoreProduct? { products.first { $0.id == id } }

    /// The number of products, and the unknown identifiers.
    public var description: String { products.summary(unknown: invalidIDs) }
}

extension StoreProducts: RandomAccessCollection {
    /// The position of the first of ``products``.
    public var startIndex: Int { products.startIndex }
    /// The position after the last of ``products``.
    public var endIndex: Int { products.endIndex }
    /// The product at a position.
    public subscript(position: Int) -> StoreProduct { products[position] }
}
