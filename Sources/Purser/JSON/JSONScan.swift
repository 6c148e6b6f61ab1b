/// Reads JSON text as a tree, in one pass: Foundation's decoder names no line on Linux, takes trailing commas, passes over a
/// key that an object has twice, and takes a time for each value in which this reads a thousand bytes.
///
/// It does not recurse, so that no nesting overflows the stack.
struct JSONScan {
    /// An array or an object that is still open.
    private struct Level {
        let closer: UInt8
        /// The index of the present element, of an array.
        var index = 0
        /// What was read until now, of an array.
        var elements: [JSONValue] = []
        /// What was read until now, of an object.
        var members: [String: JSONValue] = [:]
        /// The present key, of an object.
        var key: String?

        var isObject: Bool { closer == UInt8(ascii: "}") }
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

    let bytes: [UInt8]
    var index = 0
    /// What is open, innermost last.
    private var levels: [Level] = []
    private var expected = Expected.value
    /// How many values there were until now.
    private var count = 0
    /// What was read; `nil` before the end.
    private var root: JSONValue?
    /// The paths of keys that are in their object already; of very many only the first.
    private(set) var repeatedKeys: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Reads the text to its end.
    mutating func value() throws(Mistake) -> JSONValue {
        while true {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            let before = expected
            try step(bytes[index])
            if before == .value || before == .valueOrEnd { count += 1 }
            guard count <= JSONValue.maximumCount else { throw fault(.tooMany(JSONValue.maximumCount)) }
        }
        if let root { return root }
        throw fault(expected == .value && levels.isEmpty ? "it is empty" : "it ends too early; close all brackets")
    }

    /// Puts a value where it belongs; of equal keys the first one counts.
    private mutating func put(_ value: JSONValue) {
        if let last = levels.indices.last {
            if !levels[last].isObject {
                levels[last].elements.append(value)
            } else if let key = levels[last].key, levels[last].members[key] == nil {
                levels[last].members[key] = value
            }
        } else {
            root = value
        }
        expected = levels.isEmpty ? .nothing : .commaOrEnd
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
        advance(to: levels[last].isObject ? .key : .value)
    }

    private mutating func open(_ byte: UInt8) throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else { throw fault(missing) }
        guard levels.count < JSONValue.maximumDepth else {
            throw fault(Mistake("nested deeper than \(JSONValue.maximumDepth) levels", isLimit: true))
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
        index += 1
        guard let level = levels.popLast() else { return }
        put(level.isObject ? .object(level.members) : .array(level.elements))
    }

    private mutating func text() throws(Mistake) {
        let isKey = expected == .key || expected == .keyOrEnd
        guard isKey || expected == .value || expected == .valueOrEnd else { throw fault(missing) }
        let start = index
        let text = try quoted()
        guard isKey else { return put(text.map { .string($0) } ?? .unreadable) }
        guard let text else {
            index = start
            throw fault("this key is not readable; write it in UTF-8, without half a pair of surrogates")
        }
        note(key: text)
        expected = .colon
    }

    private mutating func note(key: String) {
        guard let last = levels.indices.last else { return }
        levels[last].key = key
        guard levels[last].members[key] != nil else { return }
        if repeatedKeys.count <= FileDiagnosticLog.limit { repeatedKeys.append(path) }
    }

    private mutating func word() throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else {
            throw fault(expected == .key || expected == .keyOrEnd ? "a key in double quotes is expected" : missing)
        }
        let start = index
        guard let value = scalar() else {
            index = start
            throw fault("this is no JSON value; text goes in double quotes")
        }
        put(value)
    }

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
            guard level.isObject else { return "\(path)[\(level.index)]" }
            return level.key.map { JSONObject.path(path, $0) } ?? path
        }
    }

    func fault(_ message: String) -> Mistake { fault(Mistake(message)) }

    private func fault(_ mistake: Mistake) -> Mistake {
        var mistake = mistake
        mistake.locate(in: bytes.prefix(index))
        mistake.path = path
        return mistake
    }
}
