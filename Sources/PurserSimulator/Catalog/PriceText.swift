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
    /// An empty locale counts as `en_US`, as in a `.storekit` file that names none. The first call loads the locale
    /// data, which takes some milliseconds; later ones take microseconds.
    static func string(_ price: Decimal, currency: String, locale: String) -> String {
        price.formatted(.currency(code: currency).locale(Locale(identifier: locale.isEmpty ? "en_US" : locale)))
    }
}
