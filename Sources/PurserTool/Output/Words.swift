import Foundation
import Purser
import PurserSimulator
import PurserTexts

enum Words {
    static func kind(_ kind: StoreProduct.ProductType) -> String {
        switch kind {
        case .consumable: "consumable"
        case .nonConsumable: "non-consumable"
        case .autoRenewable: "subscription"
        case .nonRenewable: "non-renewing"
        default: kind.rawValue
        }
    }

    /// The price of a product; for a subscription, with its period.
    static func price(_ product: StoreProduct) -> String {
        guard let subscription = product.subscription else { return product.displayPrice }
        return "\(product.displayPrice) / \(period(subscription.subscriptionPeriod))"
    }

    static func period(_ period: SubscriptionPeriod) -> String {
        period.value == 1 ? "\(period.unit)" : "\(period.value) \(period.unit)s"
    }

    /// The texts of periods and offers in the locale of a product's prices.
    static func texts(_ product: StoreProduct) -> StoreTexts {
        StoreTexts(locale: product.priceLocale ?? Locale(identifier: "en_US"))
    }

    /// An amount in the spelling of a product's price, so that a column has one spelling; in another currency by the
    /// product's locale, and in `en_US` if that is not known.
    static func amount(_ amount: Decimal, _ currency: String?, like product: StoreProduct?) -> String {
        guard let currency else { return "\(amount)" }
        let bare = StoreProduct(
            id: "", type: .unknown, displayName: "", price: 0, currencyCode: currency, displayPrice: "")
        var style = product.flatMap { $0.currencyCode == currency ? $0 : nil } ?? bare
        style.priceLocale = product?.priceLocale ?? Locale(identifier: "en_US")
        return style.displayPrice(of: amount)
    }

    /// The price of a transaction, as the product's own text if that was paid.
    ///
    /// - Parameter style: the product whose style other prices have; by default the transaction's own product.
    static func price(of transaction: StoreTransaction, _ product: StoreProduct?, like style: StoreProduct? = nil)
        -> String
    {
        if let info = transaction.multiSeatInfo {
            let (total, seats) = (info.priceTiers.total, count(info.priceTiers.seats, "seat"))
            let price = total == 0 ? "free" : amount(total, transaction.currencyCode, like: style ?? product)
            return "\(price) for \(seats)"
        }
        guard let price = transaction.price else { return "" }
        if let product, price == product.price * Decimal(transaction.purchasedQuantity),
            product.currencyCode == transaction.currencyCode
        {
            return transaction.purchasedQuantity == 1
                ? product.displayPrice : "\(transaction.purchasedQuantity) × \(product.displayPrice)"
        }
        guard price != 0 else { return "free" }
        return amount(price, transaction.currencyCode, like: style ?? product)
    }

    static func context(_ context: [String: String]) -> String {
        context.sorted { $0.key < $1.key }.map { "\(Line.single($0.key))=\(Line.single($0.value))" }
            .joined(separator: " ")
    }

    static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// A message of the library without the sentences that name its calls, which cannot be made here.
    static func withoutCalls(_ message: String) -> String {
        let sentences = message.split(separator: ". ").map(String.init)
        let kept = sentences.enumerated().filter { $0.offset == 0 || !$0.element.contains(#/[a-z]\w*\([\w:]*\)/#) }
        let text = kept.map(\.element).joined(separator: ". ")
        return message.hasSuffix(".") && !text.hasSuffix(".") ? text + "." : text
    }

    static func date(_ time: Timestamp) -> String { date(time.date) }

    /// A date, or a question mark for one that is not known.
    static func date(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "?" }

    /// A date behind a word, such as `until `; empty if there is none.
    static func date(_ word: String, _ date: Date?) -> String { date.map { word + self.date($0) } ?? "" }

    /// The day in UTC, such as `2026-01-31`.
    static func day(_ time: Timestamp) -> String { String(date(time).prefix { $0 != "T" }) }

    /// The sums of amounts by currency, in the order of the currencies.
    static func sums(_ amounts: [(Decimal, String)]) -> [(amount: Decimal, currency: String)] {
        Dictionary(amounts.map { ($1, $0) }, uniquingKeysWith: +).sorted { $0.key < $1.key }.map { ($1, $0) }
    }

    /// The sums as text, such as `62.79 USD`; empty for no amounts.
    static func amounts(_ amounts: [(Decimal, String)]) -> String {
        sums(amounts).map { "\($0.amount) \($0.currency)" }.joined(separator: " and ")
    }
}
