/// Reads JSON text as a tree, in one pass and without recursion.
///
/// Foundation's decoder reports no line on Linux, accepts trailing commas and repeated keys, and is slower.
package struct JSONScan {
    /// How much is read, and how strictly.
    package struct Rules: Sendable {
        /// Whether a scalar that is unreadable and a key that an object has twice are mistakes, too.
        let isStrict: Bool
        let depth: Int
        let count: Int
        let digits: Int

        /// Uses the rules for files made by hand by default.
        package init(
            isStrict: Bool = false, depth: Int = JSONValue.maximumDepth, count: Int = JSONValue.maximumCount,
            digits: Int = JSONScan.maximumDigits
        ) {
            (self.isStrict, self.depth, self.count, self.digits) = (isStrict, depth, count, digits)
        }
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
    let rules: Rules
    private var tree: JSONTree
    private var expected = Expected.value

    /// A scan of these bytes.
    package init(_ bytes: [UInt8], _ rules: Rules = Rules()) {
        self.bytes = bytes
        self.rules = rules
        tree = JSONTree(maximumCount: rules.count, maximumDepth: rules.depth)
        if !rules.isStrict, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The paths of keys that are in their object already; of very many only the first.
    var repeatedKeys: [String] { tree.repeatedKeys }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// RFC 8259 has two kinds of blanks less.
    private func isBlank(_ byte: UInt8) -> Bool {
        Self.isBlank(byte) && !(rules.isStrict && (byte == 0x0B || byte == 0x0C))
    }

    /// Reads the text to its end.
    package mutating func value() throws(Mistake) -> JSONValue {
        do throws(Mistake) {
            while true {
                while index < bytes.count, isBlank(bytes[index]) { index += 1 }
                guard index < bytes.count else { break }
                try step(bytes[index])
            }
            if let root = tree.root { return root }
            throw Mistake(
                expected == .value && tree.isClosed ? "it is empty" : "it ends too early; close all brackets")
        } catch {
            throw error.located(in: bytes, at: index, path: tree.path(ofLatest: expected == .commaOrEnd))
        }
    }

    /// Records that a value was added in its place.
    private mutating func wasPut() throws(Mistake) {
        expected = tree.isClosed ? .nothing : .commaOrEnd
        if rules.isStrict, !tree.repeatedKeys.isEmpty { throw Mistake("a key stands twice in one object") }
    }

    private mutating func step(_ byte: UInt8) throws(Mistake) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: ":"):
            guard expected == .colon else { throw Mistake("unexpected colon") }
            advance(to: .value)
        case UInt8(ascii: ","):
            guard expected == .commaOrEnd else { throw Mistake("unexpected comma; remove it") }
            advance(to: tree.isInObject ? .key : .value)
        case UInt8(ascii: "/"), UInt8(ascii: "#"): throw Mistake("JSON has no comments; remove this one")
        case 0, 0xFE, 0xFF: throw Mistake("it is not UTF-8 text; save it as UTF-8")
        default: try word()
        }
    }

    private mutating func open(_ byte: UInt8) throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else { throw Mistake(missing) }
        let isObject = byte == UInt8(ascii: "{")
        try tree.open(isObject: isObject)
        advance(to: isObject ? .keyOrEnd : .valueOrEnd)
    }

    private mutating func close(_ byte: UInt8) throws(Mistake) {
        let isObject = byte == UInt8(ascii: "}")
        switch expected {
        case .commaOrEnd, .keyOrEnd, .valueOrEnd: break
        case .key, .value:
            guard !tree.isClosed, tree.isInObject == isObject else { throw Mistake("unexpected bracket") }
            throw Mistake("a value is missing before the bracket; remove the comma before it, or write the value")
        default: throw Mistake("unexpected bracket")
        }
        guard tree.close(isObject: isObject) else {
            throw Mistake("this bracket closes another kind than was opened")
        }
        index += 1
        try wasPut()
    }

    private mutating func text() throws(Mistake) {
        let isKey = expected == .key || expected == .keyOrEnd
        guard isKey || expected == .value || expected == .valueOrEnd else { throw Mistake(missing) }
        let start = index
        let text = try quoted()
        if text == nil, isKey || rules.isStrict {
            index = start
            throw Mistake(
                "this \(isKey ? "key" : "text") is not readable; write it in UTF-8, without half a pair of surrogates")
        }
        guard isKey, let text else {
            try tree.put(text.map { .string($0) } ?? .unreadable)
            return try wasPut()
        }
        try tree.key(text)
        expected = .colon
    }

    private mutating func word() throws(Mistake) {
        guard expected == .value || expected == .valueOrEnd else {
            throw Mistake(expected == .key || expected == .keyOrEnd ? "a key in double quotes is expected" : missing)
        }
        let start = index
        guard let value = try scalar() else {
            index = start
            throw Mistake("this is not a JSON value; put text in double quotes")
        }
        try tree.put(value)
        try wasPut()
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
}
