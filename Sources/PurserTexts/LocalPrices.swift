#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

/// The usual spelling of amounts: Foundation's, for a currency and a locale.
struct LocalPrices: Sendable {
    /// The locale of marks, separators and digits.
    let locale: Locale
    /// The currency; `nil` for plain numbers.
    let currencyCode: String?

    /// The largest number of digits in the fraction of a plain number, as Foundation has it.
    private static let plainDigits = 6

    /// An amount, rounded to the digits of the currency.
    func text(of amount: Decimal, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        guard let currencyCode else { return Decimal.FormatStyle(locale: locale).rounded(rule: rule).format(amount) }
        return Decimal.FormatStyle.Currency(code: currencyCode, locale: locale).rounded(rule: rule).format(amount)
    }

    /// An amount in the spelling of a given text, rounded to the digits of the currency, or of the text if that has
    /// more; `nil` when the text does not show enough.
    func text(of amount: Decimal, like spelling: PriceSpelling, _ rule: FloatingPointRoundingRule) -> String? {
        guard !amount.isNaN else { return nil }
        let number = number(amount.magnitude, shown: spelling.fractionLength, rule)
        let isNegative = amount < 0 && number.contains { $0 != "0" && $0 != "." }
        return spelling.text(of: number, usual: usual).map { (isNegative ? minus : "") + $0 }
    }

    /// The digits of an amount, with a point before the fraction.
    private func number(_ amount: Decimal, shown: Int, _ rule: FloatingPointRoundingRule) -> String {
        let style = Decimal.FormatStyle(locale: Locale(identifier: "en_US_POSIX")).grouping(.never).rounded(rule: rule)
        guard let usual = fractionLength else {
            return style.precision(.fractionLength(shown...max(shown, Self.plainDigits))).format(amount)
        }
        let whole = max(shown, usual)
        let number = style.precision(.fractionLength(whole)).format(amount)
        // A text without a fraction, such as `¥298`, leaves it out where it is zero.
        guard shown == 0, whole > 0, number.utf8.suffix(whole).allSatisfy({ $0 == UInt8(ascii: "0") }) else {
            return number
        }
        return String(number.dropLast(whole + 1))
    }
}

extension LocalPrices {
    /// The number of digits in the fraction of the currency; `nil` without a currency.
    private var fractionLength: Int? {
        currencyCode.flatMap { _ in PriceSpelling(text(of: 0), of: 0)?.fractionLength }
    }

    /// The spelling of large amounts; `nil` when it cannot be read.
    private var usual: PriceSpelling? {
        let large = Decimal(12_345_678)
        guard var spelling = PriceSpelling(text(of: large), of: large) else { return nil }
        // Some languages write a number that is a little longer than a group in one piece.
        while let minimum = spelling.grouping?.minimum, minimum < 8 {
            let smallest = Decimal(sign: .plus, exponent: minimum - 1, significand: 1)
            guard PriceSpelling(text(of: smallest), of: smallest)?.grouping == nil else { break }
            spelling.grouping?.minimum += 1
        }
        return spelling
    }

    /// The sign before negative amounts, with the marks of direction that it needs.
    private var minus: Substring { Decimal.FormatStyle(locale: locale).format(-1).prefix { !$0.isNumber } }
}
