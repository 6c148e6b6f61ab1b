/// Reads Base64 strictly: each text represents one sequence of bytes, and no two texts represent the same one.
///
/// Foundation's decoder accepts bits after the last byte; signed data must not have two spellings.
package enum Base64Reader {
    /// The two alphabets of RFC 4648.
    package enum Alphabet: Sendable {
        /// Section 4, with padding: the certificates of a JWS header.
        case standard
        /// Section 5, without padding: the parts of a JWS.
        case url
    }

    /// The bytes of a text; `nil` when it is not exactly an encoder's output.
    package static func bytes<Text: Collection>(_ text: Text, _ alphabet: Alphabet) -> [UInt8]?
    where Text.Element == UInt8 {
        if let bytes = text.withContiguousStorageIfAvailable({ decoded($0, alphabet) }) { return bytes }
        return Array(text).withUnsafeBufferPointer { decoded($0, alphabet) }
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
        switch alphabet {
        case .url: return unpadded(text[...], urlValues)
        case .standard:
            guard text.count % 4 == 0 else { return nil }
            let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            return unpadded(text.dropLast(padding), standardValues)
        }
    }

    /// Decodes text without padding: four characters are three bytes; at the end two characters are one byte, or three
    /// are two.
    private static func unpadded(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ values: [UInt8]) -> [UInt8]? {
        let text = UnsafeBufferPointer(rebasing: text)
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        let whole = text.count - rest
        // Every value that is read goes in here: one that is no character's has its upper bits set.
        var seen: UInt8 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { bytes, count in
            values.withUnsafeBufferPointer { values in
                for index in stride(from: 0, to: whole, by: 4) {
                    let first = values[Int(text[index])]
                    let second = values[Int(text[index + 1])]
                    let third = values[Int(text[index + 2])]
                    let fourth = values[Int(text[index + 3])]
                    seen |= first | second | third | fourth
                    bytes[count] = first << 2 | second >> 4
                    bytes[count + 1] = second << 4 | third >> 2
                    bytes[count + 2] = third << 6 | fourth
                    count += 3
                }
                guard rest > 0 else { return }
                let first = values[Int(text[whole])]
                let second = values[Int(text[whole + 1])]
                let third = rest == 3 ? values[Int(text[whole + 2])] : 0
                bytes[count] = first << 2 | second >> 4
                if rest == 3 { bytes[count + 1] = second << 4 | third >> 2 }
                count += rest - 1
                // The remaining bits have no meaning, so an encoder leaves them zero.
                let surplus = rest == 3 ? third << 6 : second << 4
                seen |= first | second | third | (surplus == 0 ? 0 : UInt8.max)
            }
        }
        return seen < 64 ? bytes : nil
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
