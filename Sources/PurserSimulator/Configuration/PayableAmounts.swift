import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The amounts that can be paid in a currency: whole numbers of its smallest unit.
///
/// Everything that the embedded App Store displays, reports and charges is such an amount, so a customer pays the
/// displayed price. A price that is not one is rounded here, and nowhere else.
package struct PayableAmounts: Sendable, Hashable {
    /// The number of digits of the smallest unit: 2 for a cent, 0 if there is none; 3 without a currency, because the
    /// App Store signs prices in thousandths.
    package let digits: Int

    /// The amounts of a currency (ISO 4217).
    package init(currency: String?) { digits = currency.map { minorDigits[$0] ?? 2 } ?? 3 }

    /// The amount itself if it can be paid, otherwise the nearest one that can: 9.99 becomes 10 yen, and so does 9.5.
    package func nearest(_ amount: Decimal) -> Decimal { amount.rounded(toDigits: digits) }

    /// The largest payable amount that is not greater; for a negative amount, the smallest that is not less.
    func roundedDown(_ amount: Decimal) -> Decimal {
        guard amount.exponent < -digits else { return amount }
        let parts = "\(amount)".split(separator: ".")
        guard parts.count == 2 else { return amount }
        return Decimal(string: digits == 0 ? String(parts[0]) : "\(parts[0]).\(parts[1].prefix(digits))") ?? amount
    }
}

/// The digits of currencies whose smallest unit is not a hundredth, as Foundation formats them (CLDR); in the App
/// Store's currencies, its prices have the same digits.
private let minorDigits: [String: Int] = {
    let whole = """
        AFN ALL BIF CLP COP DJF GNF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RSD RWF SOS SYP UGX VND VUV
        XAF XOF XPF YER
        """
    var digits: [String: Int] = [:]
    for currency in whole.split(whereSeparator: \.isWhitespace) { digits[String(currency)] = 0 }
    for currency in ["BHD", "JOD", "KWD", "LYD", "OMR", "TND"] { digits[currency] = 3 }
    return digits
}()
