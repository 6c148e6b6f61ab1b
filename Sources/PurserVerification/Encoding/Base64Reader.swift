/// Reads Base64 strictly: each text stands for one sequence of bytes, and no two texts for the same one.
///
/// Foundation's decoder takes bits beyond the last byte; what is signed must not have two spellings.
package enum Base64Reader {
    /// The two alphabets of RFC 4648.
    package enum Alphabet: Sendable {
        /// Section 4, with padding: the certificates of a JWS header.
        case standard
        /// Section 5, without padding: the parts of a JWS.
        case url
    }

    /// The bytes that a text stands for; `nil` when it is not exactly what an encoder writes.
    package static func bytes<Text: Collection>(_ text: Text, _ alphabet: Alphabet) -> [UInt8]?
    where Text.Element == UInt8 {
        switch alphabet {
        case .url: return unpadded(text, urlValues)
        case .standard:
            guard text.count % 4 == 0 else { return nil }
            let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            return unpadded(text.dropLast(padding), standardValues)
        }
    }

    private static func unpadded<Text: Collection>(_ text: Text, _ values: [UInt8]) -> [UInt8]?
    where Text.Element == UInt8 {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var buffer: UInt32 = 0
        var bits = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= 1 << UInt32(bits) - 1
        }
        // Bits that are left over say nothing, so an encoder leaves them zero.
        return buffer == 0 ? bytes : nil
    }

    private static let standardValues = values(of: "+/")
    private static let urlValues = values(of: "-_")

    /// The value of each character, and 255 for all others.
    private static func values(of last: String) -> [UInt8] {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }
}
