/// A first pass over JSON text that finds the place of a mistake; `JSONDecoder` tells none on Linux.
///
/// It knows the outer shape only (brackets, commas, quotes, words) and leaves numbers and escapes to the decoder.
struct JSONScan {
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
    /// The closing brackets that are still to come, innermost last.
    private var closers: [UInt8] = []
    private var expected = Expected.value

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    mutating func run() throws(JSONFault) {
        while true {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            try step(bytes[index])
        }
        guard expected != .nothing else { return }
        throw fault(expected == .value && closers.isEmpty ? "it is empty" : "it ends too early; close all brackets")
    }

    private mutating func step(_ byte: UInt8) throws(JSONFault) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: ":"):
            guard expected == .colon else { throw fault("unexpected colon") }
            advance(to: .value)
        case UInt8(ascii: ","):
            guard expected == .commaOrEnd else { throw fault("unexpected comma; remove it") }
            advance(to: closers.last == UInt8(ascii: "}") ? .key : .value)
        case UInt8(ascii: "/"), UInt8(ascii: "#"): throw fault("JSON has no comments; remove this one")
        case 0, 0xFE, 0xFF: throw fault("it is not UTF-8 text; save it as UTF-8")
        default: try word()
        }
    }

    private mutating func open(_ byte: UInt8) throws(JSONFault) {
        guard expected == .value || expected == .valueOrEnd else { throw fault(missing) }
        guard closers.count < JSONValue.maximumDepth else {
            throw fault("nested deeper than \(JSONValue.maximumDepth) levels")
        }
        let isObject = byte == UInt8(ascii: "{")
        closers.append(UInt8(ascii: isObject ? "}" : "]"))
        advance(to: isObject ? .keyOrEnd : .valueOrEnd)
    }

    private mutating func close(_ byte: UInt8) throws(JSONFault) {
        switch expected {
        case .commaOrEnd, .keyOrEnd, .valueOrEnd: break
        case .key, .value:
            guard closers.last == byte else { throw fault("unexpected bracket") }
            throw fault("a value is missing before the bracket; remove the comma before it, or write the value")
        default: throw fault("unexpected bracket")
        }
        guard closers.last == byte else { throw fault("this bracket closes another kind than was opened") }
        closers.removeLast()
        advance(to: afterValue)
    }

    private mutating func text() throws(JSONFault) {
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
        advance(to: next)
    }

    private mutating func word() throws(JSONFault) {
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

    private var afterValue: Expected { closers.isEmpty ? .nothing : .commaOrEnd }

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

    private func fault(_ message: String) -> JSONFault {
        let before = bytes.prefix(index)
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
        return JSONFault(message, line: line, column: before.count - lineStart + 1)
    }
}
