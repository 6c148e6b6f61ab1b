#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

/// Writes prices as customers read them.
enum PriceText {
    /// The App Store's currencies whose prices have no smaller unit.
    static let wholeCurrencies: Set<String> = ["CLP", "COP", "IDR", "JPY", "KRW", "PKR", "VND"]

    /// A price, rounded to an amount that can be paid in a currency.
    static func payable(_ price: Decimal, currency: String?) -> Decimal {
        guard let currency, wholeCurrencies.contains(currency) else { return price }
        let parts = "\(price)".split(separator: ".")
        guard parts.count == 2, let whole = Decimal(string: String(parts[0])) else { return price }
        return parts[1].first.map { $0 >= "5" } == true ? whole + 1 : whole
    }

    /// An amount, rounded down to a currency's smallest payable unit.
    static func roundedDown(_ amount: Decimal, currency: String?) -> Decimal {
        let parts = "\(amount)".split(separator: ".")
        guard parts.count == 2 else { return amount }
        let isWhole = currency.map(wholeCurrencies.contains) ?? false
        return Decimal(string: isWhole ? String(parts[0]) : "\(parts[0]).\(parts[1].prefix(2))") ?? amount
    }

    /// The text of a price, such as `$0.99` or `0,99 €`, in Foundation's currency format for that locale.
    ///
    /// An empty locale counts as `en_US`, as in a `.storekit` file without one. The first call loads the locale data,
    /// which takes some milliseconds; later ones take microseconds.
    static func string(_ price: Decimal, currency: String, locale: String) -> String {
        price.formatted(.currency(code: currency).locale(Self.locale(locale)))
    }

    /// The locale of an identifier.
    static func locale(_ identifier: String) -> Locale { Locale(identifier: identifier.isEmpty ? "en_US" : identifier) }
}
