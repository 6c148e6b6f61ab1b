import Purser
import PurserTexts

/// A product as a row of columns: identifier, price, kind, name.
enum ProductRow {
    static func row(_ product: StoreProduct) -> Row {
        Row(
            [product.id, Words.price(product), Words.kind(product.type), product.displayName], "product", product.json)
    }

    /// Writes the list of products, each with its number.
    ///
    /// - Parameter inFull: whether the prices for other periods and the offers are below each subscription.
    static func write(_ products: [StoreProduct], inFull: Bool, _ output: Output) {
        let rows = products.map(row)
        guard !output.isJSON else { return output.write(rows) }
        let lines = Table.lines(rows.enumerated().map { ["  \($0.offset + 1)"] + $0.element.cells })
        for (product, line) in zip(products, lines) {
            output.line(line)
            for detail in inFull ? details(product, of: products) : [] { output.line("       " + Line.single(detail)) }
        }
    }

    /// The lines below a subscription, in the language of the file.
    private static func details(_ product: StoreProduct, of products: [StoreProduct]) -> [String] {
        guard let subscription = product.subscription else { return [] }
        let texts = Words.texts(product)
        var details = [prices(product, subscription).joined(separator: ", ")]
        if let (other, percent) = savings(product, subscription, of: products) {
            details.append("\(percent)% less than \(other)")
        }
        for offer in subscription.offers {
            let name = ["\(offer.type)", offer.id].compactMap(\.self).joined(separator: " ")
            details.append("\(name): \(offer.formatted(for: product, in: texts))")
        }
        return details.filter { !$0.isEmpty }
    }

    private static func prices(_ product: StoreProduct, _ subscription: StoreProduct.SubscriptionInfo) -> [String] {
        let own = SubscriptionPeriod(1, subscription.subscriptionPeriod.unit)
        return [SubscriptionPeriod.Unit.week, .month, .year].compactMap { unit in
            guard subscription.subscriptionPeriod != own || unit != own.unit else { return nil }
            let period = Words.period(SubscriptionPeriod(1, unit))
            return product.displayPrice(per: unit).map { "\($0) / \(period)" }
        }
    }

    /// The product of the same group and level with the largest saving.
    private static func savings(
        _ product: StoreProduct, _ subscription: StoreProduct.SubscriptionInfo, of products: [StoreProduct]
    ) -> (String, Int)? {
        products.filter {
            $0.subscription?.subscriptionGroupID == subscription.subscriptionGroupID
                && $0.subscription?.groupLevel == subscription.groupLevel
        }
        .compactMap { other in product.savings(comparedTo: other).map { (other.id, $0) } }
        .max { $0.1 < $1.1 }
    }
}
