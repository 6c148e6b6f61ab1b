#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension XMLPropertyList {
    /// A whole number, in decimal or hexadecimal digits.
    static func integer(_ text: String) -> JSONValue {
        var digits = text.drop(while: \.isWhitespace)
        while digits.last?.isWhitespace == true { digits.removeLast() }
        let sign = digits.hasPrefix("-") ? "-" : ""
        if digits.hasPrefix("-") || digits.hasPrefix("+") { digits.removeFirst() }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal { digits.removeFirst(2) }
        guard digits.first?.isHexDigit == true else { return .unreadable }
        if let number = Int64(sign + digits, radix: isHexadecimal ? 16 : 10) { return .number(Decimal(number)) }
        return UInt64(sign + digits, radix: isHexadecimal ? 16 : 10).map { .number(Decimal($0)) } ?? .unreadable
    }

    /// A number with a fraction, in the words of this format.
    static func real(_ text: String) -> JSONValue {
        guard text.utf8.count <= JSONScan.maximumDigits, let value = Double(text), value.isFinite,
            text.utf8.allSatisfy({ $0 | 0x20 != UInt8(ascii: "x") }),
            let number = Decimal(string: text), number.isFinite
        else { return .unreadable }
        return .number(number)
    }
}
