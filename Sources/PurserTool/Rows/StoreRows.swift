import Purser

extension FailedUpdate {
    var row: Row {
        Row(
            [
                consumer, "#\(update.sequence)", update.transaction.id, update.productID,
                isReleased ? "released" : reason,
            ],
            "failedUpdate",
            [
                "consumer": consumer, "reason": reason, "isReleased": isReleased,
                "update": JSONText.line("update", update.json),
            ])
    }
}

extension StorePurchase {
    var unfinishedRow: Row {
        let many = transaction.purchasedQuantity > 1 ? "\(transaction.purchasedQuantity) × " : ""
        return Row(
            [transaction.id, many + transaction.productID, update.kind.rawValue, Words.context(context)],
            "unfinished", update.json)
    }
}

extension RejectedReport {
    var row: Row {
        Row(
            [description], "rejected",
            [
                "kind": kind.rawValue, "id": id, "productID": productID, "reason": reason.rawValue,
                "message": message,
            ])
    }
}

extension StoreTransaction {
    /// A transaction of the App Store: identifier, product, dates and price.
    func row(_ products: [StoreProduct]) -> Row {
        Row(
            [
                id, productID, Words.date(purchaseTime), Words.date("", expirationDate),
                Words.price(of: self, products.first { $0.id == productID }, like: products.first),
                Words.date("revoked ", revocationDate),
            ], "transaction", ["transaction": self])
    }
}

/// An update: number, phase, kind, transaction if requested, product, price or renewal change, context.
enum UpdateRow {
    static func row(_ update: StoreUpdate, _ product: StoreProduct?, withID: Bool = false) -> Row {
        let said =
            update.kind == .statusChanged
            ? SubscriptionWords.change(update, like: product) : Words.price(of: update.transaction, product)
        let cells =
            ["  #\(update.sequence)", "\(update.phase)", update.kind.rawValue]
            + (withID ? [update.transaction.id] : []) + [update.productID, said, Words.context(update.context)]
        return Row(cells, "update", update.json)
    }
}

extension PurchaseStore {
    /// The rows of updates, with the catalog's prices of their products.
    func rows(_ updates: [StoreUpdate], withIDs: Bool) async -> [Row] {
        let products = try? await self.products(for: Set(updates.map(\.productID)).sorted())
        return updates.map { UpdateRow.row($0, products?[$0.productID], withID: withIDs) }
    }
}
