import Foundation
import Purser

/// An update: number, phase, kind, transaction if requested, product, price or renewal change, context.
enum UpdateRow {
    /// The row of an update.
    ///
    /// - Parameters:
    ///   - product: gives the price its currency.
    ///   - withID: whether to include the transaction, which `finish` needs.
    ///   - withKey: whether to include the user and the key.
    static func row(_ update: StoreUpdate, _ product: StoreProduct?, withID: Bool = false, withKey: Bool = false)
        -> Row
    {
        let said =
            update.kind == .statusChanged
            ? SubscriptionWords.change(update, like: product) : Words.price(of: update.transaction, product)
        let cells =
            ["  #\(update.sequence)", "\(update.phase)", update.kind.rawValue]
            + (withKey ? [update.account.name, "\(update.key)"] : []) + (withID ? [update.transaction.id] : [])
            + [update.productID, said, Words.context(update.context)]
        return Row(cells, "update", update.json)
    }
}

extension PurchaseStore {
    /// The rows of updates, with the catalog's prices of their products.
    func rows(_ updates: [StoreUpdate], withIDs: Bool, withKeys: Bool = false) async -> [Row] {
        let products = try? await self.products(for: Set(updates.map(\.productID)).sorted())
        return updates.map { UpdateRow.row($0, products?[$0.productID], withID: withIDs, withKey: withKeys) }
    }
}
