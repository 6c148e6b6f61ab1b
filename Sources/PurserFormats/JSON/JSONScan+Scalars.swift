// Texts, numbers and words, each read once.
extension JSONScan {
    /// Reads a text from its opening quote on; `nil` when it has an invalid escape, or is not UTF-8.
    mutating func quoted() throws(Mistake) -> String? {
        let start = index
        // In local variables, and without escapes in the loop, it takes a third of the time.
        let bytes = bytes
        var place = start + 1
        var (isASCII, isPlain) = (true, true)
        while true {
            while place < bytes.count, case let byte = bytes[place], byte != UInt8(ascii: "\""),
                byte != UInt8(ascii: "\\")
            {
                guard byte >= 0x20 else {
                    index = place
                    throw Mistake("a line break or control character inside quotes")
                }
                if byte >= 0x80 { isASCII = false }
                place += 1
            }
            guard place < bytes.count else { throw Mistake("the quote that opens here is never closed") }
            if bytes[place] == UInt8(ascii: "\"") { break }
            isPlain = false
            place += 2
        }
        index = place + 1
        let content = bytes[(start + 1)..<place]
        return isPlain ? String(wholeUTF8: content, isASCII: isASCII) : Self.unescaped(content)
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
        return String(wholeUTF8: result[...])
    }

    /// The character of an escape, after its backslash.
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
    /// Numbers that do not fit into a decimal, or are too long, are unreadable values of a file.
    mutating func scalar() throws(Mistake) -> JSONValue? {
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
        guard word.count <= rules.digits else {
            guard rules.isStrict else { return .unreadable }
            throw Mistake("a number has more than \(rules.digits) characters", isLimit: true)
        }
        let number = JSONValue.number(String(decoding: word, as: UTF8.self))
        return rules.isStrict || number.decimal != nil ? number : .unreadable
    }

    /// The most characters of a number that are read; a decimal has at most 39 digits, and an exponent.
    package static let maximumDigits = 256

    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\""): true
        default: isBlank(byte)
        }
    }

    /// Whether it is a number of RFC 8259: `-`, digits without a leading zero, a fraction, an exponent.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var index = word.startIndex
        let end = word.endIndex
        func takes(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
            guard index < end, word[index] == UInt8(ascii: one) || word[index] == UInt8(ascii: other) else {
                return false
            }
            index += 1
            return true
        }
        func digits() -> Int {
            let start = index
            while index < end, (0x30...0x39).contains(word[index]) { index += 1 }
            return index - start
        }
        _ = takes("-", "-")
        let isZero = index < end && word[index] == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || count > 1 && !isZero else { return false }
        if takes(".", "."), digits() == 0 { return false }
        if takes("e", "E") {
            _ = takes("+", "-")
            if digits() == 0 { return false }
        }
        return index == end
    }
}

extension String {
    /// The text of these UTF-8 bytes; `nil` when they are invalid.
    ///
    /// Foundation's reader drops a byte order mark, so that a text would have two spellings.
    package init?(wholeUTF8 bytes: ArraySlice<UInt8>, isASCII: Bool = false) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid UTF-8 was repaired, and so differs.
        guard isASCII || text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
