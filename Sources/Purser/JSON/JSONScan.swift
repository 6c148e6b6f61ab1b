/// A first pass over JSON text, beside Foundation's decoder because that names no line on Linux, takes trailing commas,
/// and passes over a key that an object has twice.
///
/// It knows the outer shape only (brackets, commas, quotes, words) and leaves numbers and escapes to the decoder. It
/// does not recurse, so that no nesting overflows the stack.
struct JSONScan {
    /// Why bytes are not a readable tree, and where.
    struct Mistake: Error {
        var message: String
        /// Counted from 1; `nil` where the format has no lines.
        var line: Int?
        /// Bytes from the start of the line, counted from 1.
        var column: Int?
        /// The value that the mistake is in or before.
        var path = "$"

        init(_ message: String) { self.message = message }
    }

    /// An array or an object that is still open.
    private struct Level {
        let closer: UInt8
        /// The index of the present element, of an array.
        var index = 0
        /// The present key as it is written, of an object.
        var key: ArraySlice<UInt8>?
        var keys: Set<ArraySlice<UInt8>> = []
    }

    private enum Expected {
        case value
        case valueOrEnd
        case key
        case keyOrEnd
        case colon
        case commaOrEnd
        case nothing
    }

    private let bytes: [UInt8]
    private var index = 0
    /// What is open, innermost last.
    private var levels: [Level] = []
    private var expected = Expected.value
    /// How many values there were until now.
    private var count = 0
    /// The paths of keys that are in their object already; of very many only the first.
    private(set) var repeatedKeys: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    mutating func run() throws(Mistake) {
        while true {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            let before = expected
            try step(bytes[index])
            if before == .value || before == .valueOrEnd { count += 1 }
            guard count <= JSONValue.maximumCount else { throw fault("too many values") }
        }
        guard expected != .nothing else { return }
        throw fault(expected == .value && levels.isEmpty ? "it is empty" : "it ends too early; close all brackets")
    }

    private mutating func step(_ byte: UInt8) throws(Mistake) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: ":"):
            guard expected == .colon else { throw fault("unexpected colon") }
            advance(to: .value)
        case UInt8(ascii: ","):
            guard expected == .commaOrEnd else { throw fault("unexpected comma; remove it") }
            comma()
        case UInt8(ascii: "/"), UInt8(ascii: "#"): throw fault("JSON has no comments; remove this one")
        case 0, 0xFE, 0xFF: throw fault("it is not UTF-8 text; save it as UTF-8")
        default: try word()
        }
    }

    private mutating func comma() {
        guard let last = levels.indices.last else { return }
        levels[last].index += 1
        levels[last].key = nil
        advance(to: levels[last].closer == UInt8(ascii: "}") ? .key : .value)
    }

    private mutating func open(_ byte: UInt8) throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else { throw fault(missing) }
        guard levels.count < JSONValue.maximumDepth else {
            throw fault("nested deeper than \(JSONValue.maximumDepth) levels")
        }
        let isObject = byte == UInt8(ascii: "{")
        levels.append(Level(closer: UInt8(ascii: isObject ? "}" : "]")))
        advance(to: isObject ? .keyOrEnd : .valueOrEnd)
    }

    private mutating func close(_ byte: UInt8) throws(Mistake) {
        switch expected {
        case .commaOrEnd, .keyOrEnd, .valueOrEnd: break
        case .key, .value:
            guard levels.last?.closer == byte else { throw fault("unexpected bracket") }
            throw fault("a value is missing before the bracket; remove the comma before it, or write the value")
        default: throw fault("unexpected bracket")
        }
        guard levels.last?.closer == byte else { throw fault("this bracket closes another kind than was opened") }
        levels.removeLast()
        advance(to: afterValue)
    }

    private mutating func text() throws(Mistake) {
        let next: Expected
        switch expected {
        case .key, .keyOrEnd: next = .colon
        case .value, .valueOrEnd: next = afterValue
        default: throw fault(missing)
        }
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] >= 0x20 else { throw fault("a line break or control character inside quotes") }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else {
            index = start
            throw fault("the quote that opens here is never closed")
        }
        if next == .colon { note(key: bytes[(start + 1)..<index]) }
        advance(to: next)
    }

    private mutating func note(key: ArraySlice<UInt8>) {
        guard let last = levels.indices.last else { return }
        levels[last].key = key
        let isNew = levels[last].keys.insert(key).inserted
        if !isNew, repeatedKeys.count <= FileDiagnosticLog.limit { repeatedKeys.append(path) }
    }

    private mutating func word() throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else {
            throw fault(expected == .key || expected == .keyOrEnd ? "a key in double quotes is expected" : missing)
        }
        let start = index
        while index < bytes.count, !Self.isBlank(bytes[index]), !",]}:\"".utf8.contains(bytes[index]) { index += 1 }
        let word = bytes[start..<index]
        let isNumber = word.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        let isLiteral = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
        guard isNumber || isLiteral else {
            index = start
            throw fault("this is no JSON value; text goes in double quotes")
        }
        expected = afterValue
    }

    private var afterValue: Expected { levels.isEmpty ? .nothing : .commaOrEnd }

    private var missing: String {
        switch expected {
        case .colon: "a colon is missing after the key"
        case .commaOrEnd: "a comma or a closing bracket is missing before this"
        case .nothing: "there is something after the end"
        default: "unexpected character"
        }
    }

    private mutating func advance(to next: Expected) {
        index += 1
        expected = next
    }

    private var path: String {
        levels.reduce("$") { path, level in
            guard level.closer == UInt8(ascii: "}") else { return "\(path)[\(level.index)]" }
            return level.key.map { JSONObject.path(path, String(decoding: $0.prefix(64), as: UTF8.self)) } ?? path
        }
    }

    private func fault(_ message: String) -> Mistake {
        let before = bytes.prefix(index)
        let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
        var mistake = Mistake(message)
        mistake.line = before.count { $0 == 0x0A } + 1
        mistake.column = before.count - lineStart + 1
        mistake.path = path
        return mistake
    }
}
