#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Texts, numbers and words, each read once.
extension JSONScan {
    /// Reads a text from its opening quote on; `nil` when it has an escape that is none, or is not UTF-8.
    mutating func quoted() throws(Mistake) -> String? {
        let start = index
        index += 1
        var (isASCII, isPlain) = (true, true)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let byte = bytes[index]
            guard byte >= 0x20 else { throw fault("a line break or control character inside quotes") }
            if byte >= 0x80 { isASCII = false }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else {
            index = start
            throw fault("the quote that opens here is never closed")
        }
        let content = bytes[(start + 1)..<index]
        index += 1
        return isPlain ? Self.text(content, isASCII: isASCII) : Self.unescaped(content)
    }

    /// Bytes as text; `nil` when they are not UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>, isASCII: Bool = false) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was mended, and so differs.
        return isASCII || text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<mark]
            rest = rest[(mark + 1)...]
            guard let scalar = escape(&rest) else { return nil }
            if let bytes = UTF8.encode(scalar) { result += bytes }
        }
        result += rest
        return text(result[...])
    }

    /// The character that an escape stands for, behind its backslash.
    private static func escape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let byte = rest.popFirst() else { return nil }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let unit = hexadecimal(&rest) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // The first half of a pair must be followed by the second.
        guard unit < 0xDC00, rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        rest = rest.dropFirst(2)
        guard let low = hexadecimal(&rest), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst(), byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Reads a number, `true`, `false` or `null`; `nil` when there is something else.
    ///
    /// What is a number and fits no decimal, or has more characters than one can need, is unreadable.
    mutating func scalar() -> JSONValue? {
        let start = index
        while index < bytes.count, !Self.ends(bytes[index]) { index += 1 }
        let word = bytes[start..<index]
        switch word.first {
        case UInt8(ascii: "t"): return word.elementsEqual("true".utf8) ? .bool(true) : nil
        case UInt8(ascii: "f"): return word.elementsEqual("false".utf8) ? .bool(false) : nil
        case UInt8(ascii: "n"): return word.elementsEqual("null".utf8) ? .null : nil
        default: break
        }
        guard Self.isNumber(word) else { return nil }
        guard word.count <= Self.maximumDigits, let number = Decimal(string: String(decoding: word, as: UTF8.self)),
            number.isFinite
        else { return .unreadable }
        return .number(number)
    }

    /// The most characters of a number that are read; a decimal has at most 39 digits, and an exponent.
    static let maximumDigits = 256

    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\""): true
        default: isBlank(byte)
        }
    }

    /// Whether it is a number of RFC 8259: `-`, digits without a zero before them, a fraction, an exponent.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func takes(_ characters: UInt8...) -> Bool {
            guard let first = rest.first, characters.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func digits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        _ = takes(UInt8(ascii: "-"))
        let first = rest.first
        let count = digits()
        guard count == 1 || count > 1 && first != UInt8(ascii: "0") else { return false }
        if takes(UInt8(ascii: ".")), digits() == 0 { return false }
        if takes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = takes(UInt8(ascii: "+"), UInt8(ascii: "-"))
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }
}
