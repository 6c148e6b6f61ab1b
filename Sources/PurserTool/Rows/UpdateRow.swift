import Purser

/// An update as a row of columns: number, phase, kind, product, price, context.
enum UpdateRow {
    /// The columns, from left to right; `product` gives the price its currency.
    static func cells(_ update: StoreUpdate, _ product: StoreProduct?) -> [String] {
        [
            "  #\(update.sequence)", Words.phase(update.phase), update.kind.rawValue,
            Line.single(update.transaction.productID),
            Words.price(of: update.transaction, product), Words.context(update.context),
        ]
    }
}

extension Session {
    /// Updates in columns, with the prices that the catalogue has for their products.
    func lines(for updates: [StoreUpdate]) async -> [String] {
        let ids = Set(updates.map(\.transaction.productID)).sorted()
        let products = try? await store.products(for: ids)
        return Table.lines(updates.map { UpdateRow.cells($0, products?[$0.transaction.productID]) })
    }
}
