import Purser

/// An update as a row of columns: number, phase, kind, product, price, context.
enum UpdateRow {
    static func cells(_ update: StoreUpdate, _ product: StoreProduct?) -> [String] {
        [
            "  #\(update.sequence)", name(update.phase), update.kind.rawValue,
            Line.single(update.transaction.productID),
            Words.price(of: update.transaction, product), Words.context(update.context),
        ]
    }

    static func name(_ phase: StoreUpdate.Phase) -> String {
        switch phase {
        case .payment: "payment"
        case .restore: "restore"
        case .complete: "complete"
        }
    }
}
