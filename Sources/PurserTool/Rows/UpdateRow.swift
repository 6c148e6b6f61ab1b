import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An update as a row of columns: number, phase, kind, transaction if requested, product, price or renewal change,
/// context.
enum UpdateRow {
    /// The columns, from left to right; `product` gives the price its currency.
    static func cells(_ update: StoreUpdate, _ product: StoreProduct?, withID: Bool = false, withKey: Bool = false)
        -> [String]
    {
        var cells = ["  #\(update.sequence)", Words.phase(update.phase), update.kind.rawValue]
        if withKey { cells += ["\(update.account.userID?.uuidString ?? "\(update.account)")", "\(update.key)"] }
        if withID { cells.append(update.transaction.id) }
        let said =
            update.kind == .statusChanged
            ? SubscriptionWords.change(update, like: product) : Words.price(of: update.transaction, product)
        cells += [Line.single(update.transaction.productID), said, Words.context(update.context)]
        return cells
    }
}

extension Session {
    /// Updates in columns, with the catalog's prices of their products.
    ///
    /// - Parameters:
    ///   - withIDs: whether to include the transactions, which `finish` needs.
    ///   - withKeys: whether to include users and keys.
    func lines(for updates: [StoreUpdate], withIDs: Bool = false, withKeys: Bool = false) async -> [String] {
        let ids = Set(updates.map(\.transaction.productID)).sorted()
        let products = try? await store.products(for: ids)
        return Table.lines(
            updates.map {
                UpdateRow.cells($0, products?[$0.transaction.productID], withID: withIDs, withKey: withKeys)
            })
    }
}
