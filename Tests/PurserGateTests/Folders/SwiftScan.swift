/// The words and braces of a Swift source; comments, texts and what is interpolated into texts are passed over.
struct SwiftScan {
    enum Token: Equatable {
        case word(String, followsDot: Bool)
        case open
        case close
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next one; `nil` at the end.
    mutating func next() -> Token? {
        while position < bytes.count {
            if skipsComment() || skipsText() { continue }
            switch bytes[position] {
            case UInt8(ascii: "{"):
                position += 1
                return .open
            case UInt8(ascii: "}"):
                position += 1
                return .close
            case let byte where Self.isPartOfWord(byte):
                return word()
            default:
                position += 1
            }
        }
        return nil
    }

    private mutating func word() -> Token {
        let start = position
        while position < bytes.count, Self.isPartOfWord(bytes[position]) { position += 1 }
        let followsDot = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
        return .word(String(decoding: bytes[start..<position], as: UTF8.self), followsDot: followsDot)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func stands(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
    }
}

extension SwiftScan {
    /// Passes over a comment that begins here; those between `/*` and `*/` may stand in one another.
    private mutating func skipsComment() -> Bool {
        if stands("//", at: position) {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            return true
        }
        guard stands("/*", at: position) else { return false }
        var depth = 0
        repeat {
            if stands("/*", at: position) {
                depth += 1
                position += 2
            } else if stands("*/", at: position) {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
        return true
    }

    /// Passes over a text that begins here: `"…"`, `"""…"""` and either with number signs around it.
    private mutating func skipsText() -> Bool {
        var start = position
        while start < bytes.count, bytes[start] == UInt8(ascii: "#") { start += 1 }
        guard stands("\"", at: start) else { return false }
        let signs = start - position
        let quotes = stands("\"\"\"", at: start) ? 3 : 1
        position = start + quotes
        while position < bytes.count, !ends(quotes: quotes, signs: signs) {
            if bytes[position] == UInt8(ascii: "\\"), hasSigns(signs, at: position + 1) {
                position += 1 + signs
                if stands("(", at: position) { skipInterpolation() } else { position += 1 }
            } else if quotes == 1, bytes[position] == UInt8(ascii: "\n") {
                return true
            } else {
                position += 1
            }
        }
        position += quotes + signs
        return true
    }

    private func hasSigns(_ count: Int, at index: Int) -> Bool {
        index + count <= bytes.count && bytes[index..<index + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    private func ends(quotes: Int, signs: Int) -> Bool {
        (quotes == 3 ? stands("\"\"\"", at: position) : stands("\"", at: position))
            && hasSigns(signs, at: position + quotes)
    }

    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            if skipsComment() || skipsText() { continue }
            if bytes[position] == UInt8(ascii: "(") { depth += 1 }
            if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
            position += 1
        } while depth > 0 && position < bytes.count
    }
}
