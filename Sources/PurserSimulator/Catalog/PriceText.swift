#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes prices as customers read them, without the system's locale data.
///
/// It knows the common currencies and languages by CLDR's patterns; an unknown currency is written by its ISO 4217
/// code and an unknown language in the English way.
enum PriceText {
    /// The text of a price, such as `$0.99` or `0,99 €`.
    static func string(_ price: Decimal, currency: String, locale: String) -> String {
        let style = PriceStyle(locale: locale)
        let number = number(price, digits: minorDigits[currency] ?? 2, style: style)
        let symbol = style.symbol(of: currency)
        let sign = price < 0 ? "-" : ""
        // CLDR parts a symbol of letters from the number even where it parts no sign.
        let isWord = symbol.count > 1 && symbol.last?.isLetter == true
        let gap = style.hasGap || isWord ? "\u{A0}" : ""
        return style.symbolIsFirst ? sign + symbol + gap + number : sign + number + "\u{A0}" + symbol
    }

    /// The digits after the point where they are not two (ISO 4217).
    private static let minorDigits: [String: Int] = [
        "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "PYG": 0, "UGX": 0, "XAF": 0, "XOF": 0, "RWF": 0,
        "KWD": 3, "BHD": 3, "JOD": 3, "OMR": 3, "TND": 3, "IQD": 3, "LYD": 3,
    ]

    private static func number(_ price: Decimal, digits: Int, style: PriceStyle) -> String {
        // `description` is exact and always has a point, whatever the locale.
        let halves = price.magnitude.description.split(separator: ".", omittingEmptySubsequences: false)
        var units = halves.first.map(String.init) ?? "0"
        let fraction = halves.count > 1 ? String(halves[1]) : ""
        var minor = String((fraction + String(repeating: "0", count: digits)).prefix(digits))
        if let next = fraction.dropFirst(digits).first, next >= "5" { (units, minor) = incremented(units, minor) }
        let grouped = grouped(units, style: style)
        return digits == 0 ? grouped : grouped + style.decimalSeparator + minor
    }

    /// Adds one to the last digit.
    private static func incremented(_ units: String, _ minor: String) -> (String, String) {
        var digits = Array((units + minor).utf8)
        var position = digits.count - 1
        while position >= 0, digits[position] == UInt8(ascii: "9") {
            digits[position] = UInt8(ascii: "0")
            position -= 1
        }
        if position >= 0 { digits[position] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        let split = digits.count - minor.utf8.count
        return (String(decoding: digits[..<split], as: UTF8.self), String(decoding: digits[split...], as: UTF8.self))
    }

    private static func grouped(_ units: String, style: PriceStyle) -> String {
        guard units.count >= (style.groupsFourDigits ? 4 : 5) else { return units }
        var groups: [Substring] = []
        var rest = units[...]
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        groups.append(rest)
        return groups.reversed().joined(separator: style.groupSeparator)
    }
}
