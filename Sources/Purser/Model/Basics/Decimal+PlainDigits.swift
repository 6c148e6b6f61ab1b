#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
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
}
