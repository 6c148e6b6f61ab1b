/// Reads signed JSON (RFC 8259) strictly: one meaning, or none.
///
/// A key that an object has twice is refused, because two readers could believe different values; so are comments,
/// trailing commas, text that is not UTF-8 and half a surrogate pair. Foundation's decoder takes some of these, and turns
/// numbers into floating point. Nesting, values, digits and bytes are limited.
package struct SignedJSONReader {
    /// Why a text is not taken.
    package struct Mistake: Error, Hashable {
        /// What is wrong.
        package let reason: String
        /// How many bytes stand before it.
        package let offset: Int
        /// Whether it may be JSON, but is beyond a limit.
        package var isLimit = false
    }

    /// The longest text that is read, in bytes: 1 MiB.
    package static let maximumBytes = 1 << 20
    /// The deepest nesting that is read; real ones stay below six.
    package static let maximumDepth = 32
    /// The most values that are read; real ones have below a thousand.
    package static let maximumCount = 50_000
    /// The most characters of a number that are read; real ones have below twenty.
    package static let maximumDigits = 64

    private let bytes: [UInt8]
    private var index = 0
    private var count = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a text that is one object.
    ///
    /// - Parameter maximumBytes: the longest text that is read.
    package static func object(
        _ bytes: [UInt8], maximumBytes: Int = Self.maximumBytes
    ) throws(Mistake) -> [String: SignedJSON] {
        guard bytes.count <= maximumBytes else {
            throw Mistake(reason: "it has more than \(maximumBytes) bytes", offset: maximumBytes, isLimit: true)
        }
        var reader = SignedJSONReader(bytes)
        reader.skipBlanks()
        guard reader.next == UInt8(ascii: "{") else { throw reader.mistake("an object is expected") }
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.index == bytes.count else { throw reader.mistake("something follows the end") }
        guard case .object(let members) = value else { throw reader.mistake("an object is expected") }
        return members
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func mistake(_ reason: String) -> Mistake { Mistake(reason: reason, offset: index) }

    private func limit(_ reason: String) -> Mistake { Mistake(reason: reason, offset: index, isLimit: true) }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Mistake) -> SignedJSON {
        count += 1
        guard count <= Self.maximumCount else { throw limit("it has more than \(Self.maximumCount) values") }
        guard depth < Self.maximumDepth else { throw limit("it is nested more than \(Self.maximumDepth) deep") }
        switch next {
        case UInt8(ascii: "{"): return try members(depth: depth)
        case UInt8(ascii: "["): return try elements(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: SignedJSON) throws(Mistake) -> SignedJSON {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, word.description.utf8.elementsEqual(bytes[index..<end]) else {
            throw mistake("this is no JSON value")
        }
        index = end
        return value
    }

    private mutating func members(depth: Int) throws(Mistake) -> SignedJSON {
        index += 1
        // What is signed has some thirty members: a table that grows with them would be made five times.
        var members = [String: SignedJSON](minimumCapacity: depth == 0 ? 32 : 0)
        skipBlanks()
        guard !takes("}") else { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw mistake("a key in quotes is expected") }
            let key = try string()
            skipBlanks()
            guard takes(":") else { throw mistake("a colon is expected after the key") }
            skipBlanks()
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: key) == nil else {
                throw mistake("a key stands twice in one object")
            }
            skipBlanks()
        } while takes(",")
        guard takes("}") else { throw mistake("a comma or the end of the object is expected") }
        return .object(members)
    }

    private mutating func elements(depth: Int) throws(Mistake) -> SignedJSON {
        index += 1
        var elements: [SignedJSON] = []
        skipBlanks()
        guard !takes("]") else { return .array(elements) }
        repeat {
            skipBlanks()
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while takes(",")
        guard takes("]") else { throw mistake("a comma or the end of the array is expected") }
        return .array(elements)
    }
}

extension SignedJSONReader {
    private mutating func digits() -> Int {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func number() throws(Mistake) -> String {
        let start = index
        _ = takes("-")
        let first = next
        let count = digits()
        guard count > 0, count == 1 || first != UInt8(ascii: "0") else { throw mistake("this is no JSON value") }
        if takes("."), digits() == 0 { throw mistake("a digit is expected after the point") }
        if takes("e") || takes("E") {
            if !takes("+") { _ = takes("-") }
            if digits() == 0 { throw mistake("a digit is expected in the exponent") }
        }
        guard index - start <= Self.maximumDigits else {
            throw limit("a number has more than \(Self.maximumDigits) characters")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func string() throws(Mistake) -> String {
        index += 1
        let start = index
        var isASCII = true
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { throw mistake("a control character stands in quotes") }
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        guard let end = next else { throw mistake("a quote is not closed") }
        var text = try piece(start..<index, isASCII: isASCII)
        if end == UInt8(ascii: "\"") {
            index += 1
            return text
        }
        try finish(&text)
        return text
    }

    private func piece(_ range: Range<Int>, isASCII: Bool) throws(Mistake) -> String {
        if isASCII { return String(decoding: bytes[range], as: UTF8.self) }
        guard let text = String(wholeUTF8: bytes[range]) else { throw mistake("text is not UTF-8") }
        return text
    }

    /// The rest of a text, from its first escape on.
    private mutating func finish(_ text: inout String) throws(Mistake) {
        while true {
            let start = index
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                guard byte >= 0x20 else { throw mistake("a control character stands in quotes") }
                index += 1
            }
            text += try piece(start..<index, isASCII: false)
            if takes("\"") { return }
            guard takes("\\") else { throw mistake("a quote is not closed") }
            text.unicodeScalars.append(try escape())
        }
    }

    private mutating func escape() throws(Mistake) -> Unicode.Scalar {
        guard let byte = next else { throw mistake("a quote is not closed") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw mistake("this escape is unknown")
        }
    }

    private mutating func unicode() throws(Mistake) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // The first half of a pair must be followed by the second.
        guard (0xD800..<0xDC00).contains(unit), takes("\\"), takes("u") else {
            throw mistake("half a surrogate pair")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw mistake("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(Mistake) -> UInt32 {
        guard index + 4 <= bytes.count else { throw mistake("four hexadecimal digits are expected") }
        var value: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw mistake("four hexadecimal digits are expected")
            }
            value = value << 4 | UInt32(digit)
        }
        index += 4
        return value
    }
}
