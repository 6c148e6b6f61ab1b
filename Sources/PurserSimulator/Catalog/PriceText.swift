#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

/// Writes prices as customers read them.
enum PriceText {
    /// The text of a price, such as `$0.99` or `0,99 €`, in Foundation's currency format for that locale.
    ///
    /// It has the digits of a payable amount, to which the price is rounded, so it displays what is charged.
    /// An empty locale counts as `en_US`, as in a `.storekit` file without one. The first call loads the locale data,
    /// which takes some milliseconds; later ones take microseconds.
    static func string(_ price: Decimal, currency: String, locale: String) -> String {
        let amounts = PayableAmounts(currency: currency)
        return amounts.nearest(price).formatted(
            .currency(code: currency).locale(Self.locale(locale)).precision(.fractionLength(amounts.digits)))
    }

    /// The locale of an identifier.
    static func locale(_ identifier: String) -> Locale { Locale(identifier: identifier.isEmpty ? "en_US" : identifier) }
}
