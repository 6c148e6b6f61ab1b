#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Decimal {
    /// The digits without zeros at the end of a fraction, so that equal numbers have equal texts.
    var plainDigits: String {
        var text = Substring(description)
        guard text.contains(".") else { return String(text) }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return String(text)
    }

    /// The nearest number with at most so many digits after the point; a half is rounded away from zero.
    package func rounded(toDigits digits: Int) -> Decimal {
        guard exponent < -digits else { return self }
        let text = (magnitude + Decimal(sign: .plus, exponent: -digits - 1, significand: 5)).description
        let end = text.firstIndex(of: ".").map { text[$0...].prefix(digits + 1).endIndex } ?? text.endIndex
        return Decimal(string: String(text[..<end])).map { self < 0 ? -$0 : $0 } ?? self
    }

    /// The price in whole thousandths, as the App Store signs it; none of its currencies has more than three digits.
    ///
    /// StoreKit makes prices from binary fractions: 17.88 comes as 17.879999999999995904.
    package var exactPrice: Decimal { rounded(toDigits: 3) }
}
