import Purser
import PurserFormats

/// A dictionary of texts in the old form of property lists, such as `{ "pod" = "100"; }`.
///
/// It is read in one pass and has no other dictionaries inside.
struct TextDictionary {
    /// Why a text is not read.
    struct Mistake: Error {
        let reason: String
        var isLimit = false
    }

    /// The most entries that are read; receipts have some thirty.
    static let maximumEntries = 256

    private var texts: [String: String] = [:]
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) throws(Mistake) {
        self.bytes = bytes
        guard take("{") else { throw mistake("a brace begins it") }
        while !take("}") {
            guard texts.count < Self.maximumEntries else {
                throw Mistake(reason: "it has more than \(Self.maximumEntries) entries", isLimit: true)
            }
            let key = try text()
            guard take("=") else { throw mistake("an equals sign follows a key") }
            let value = try text()
            guard take(";") else { throw mistake("a semicolon follows a value") }
            // Two programs could read different ones.
            guard texts.updateValue(value, forKey: key) == nil else { throw mistake("no key occurs twice") }
        }
        skipBlanks()
        guard index == bytes.count else { throw mistake("nothing follows the last brace") }
    }

    /// The text of a key; `nil` when it is missing or empty.
    subscript(key: String) -> String? { texts[key].flatMap { $0.isEmpty ? nil : $0 } }

    private func mistake(_ rule: String) -> Mistake { Mistake(reason: "\(rule), but not after \(index) bytes") }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
    }

    /// Skips blanks and this character; returns whether it was there.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A text in quotes, or a word without them; escapes are not read, because the App Store writes none.
    private mutating func text() throws(Mistake) -> String {
        let isQuoted = take("\"")
        let rest = bytes[index...]
        let content = isQuoted ? rest.prefix { $0 != UInt8(ascii: "\"") } : rest.prefix(while: Self.isOfWord)
        guard isQuoted ? content.endIndex < bytes.count : !content.isEmpty else { throw mistake("a text is whole") }
        guard !content.contains(UInt8(ascii: "\\")), let text = String(wholeUTF8: content) else {
            throw mistake("a text is UTF-8 without escapes")
        }
        index = content.endIndex + (isQuoted ? 1 : 0)
        return text
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }
}
