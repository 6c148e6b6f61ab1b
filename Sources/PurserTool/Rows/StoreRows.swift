import Purser

extension FailedUpdate {
    /// Consumer, number, transaction, product, and the release or the error.
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
    /// An unfinished purchase: transaction, product, kind of update, context.
    var unfinishedRow: Row {
        let many = transaction.purchasedQuantity > 1 ? "\(transaction.purchasedQuantity) × " : ""
        return Row(
            [transaction.id, many + transaction.productID, update.kind.rawValue, Words.context(context)],
            "unfinished", update.json)
    }
}

extension RejectedReport {
    /// The report with the reason.
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
    ///
    /// - Parameter products: the products for sale.
    func row(_ products: [StoreProduct]) -> Row {
        Row(
            [
                id, productID, Words.date(purchaseTime), Words.date("", expirationTime),
                Words.price(of: self, products.first { $0.id == productID }, like: products.first),
                Words.date("revoked ", revocationTime),
            ], "transaction", ["transaction": self])
    }
}
