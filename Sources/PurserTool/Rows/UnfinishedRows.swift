import Purser

/// The unfinished purchases: transaction, product, kind of update, context.
enum UnfinishedRows {
    /// Purchases by transaction, for people.
    static func lines(_ purchases: [StorePurchase]) -> [String] {
        Table.lines(
            purchases.map { purchase in
                let transaction = purchase.transaction
                let many = transaction.purchasedQuantity > 1 ? "\(transaction.purchasedQuantity) × " : ""
                return [
                    transaction.id, many + Line.single(transaction.productID), purchase.update.kind.rawValue,
                    Words.context(purchase.context),
                ]
            })
    }
}
