import Purser

/// A product as a row of columns: identifier, price, kind, name.
enum ProductRow {
    /// The columns, from left to right.
    static func cells(_ product: StoreProduct) -> [String] {
        [
            Line.single(product.id), Words.price(product), Words.kind(product.type), Line.single(product.displayName),
        ]
    }
}
