import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads an XML property list: its elements, the five entities of XML, and characters by their numbers.
struct XMLPropertyList {
    /// A tag: `<name …>`, `</name>` or `<name/>`.
    struct Tag {
        var name: Substring
        var isEnd = false
        var isEmpty = false
    }

    /// The text that Apple's encoders write for a missing value.
    static let nullText = "$null"

    let bytes: [UInt8]
    var index = 0
    private var tree: JSONTree
    /// Whether `<plist>` is open; `nil` before it.
    private var isListOpen: Bool?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = JSONTree(bytes: bytes.count)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Whether it begins as XML does.
    var isXML: Bool { bytes[index...].first { !JSONScan.isBlank($0) } == UInt8(ascii: "<") }

    /// Reads the text to its end.
    mutating func value() throws(JSONScan.Mistake) -> JSONValue {
        while true {
            while index < bytes.count, JSONScan.isBlank(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            guard bytes[index] == UInt8(ascii: "<") else { throw fault("there is text outside of an element") }
            if try !passesOver() { try element() }
        }
        guard tree.isClosed, isListOpen != true else { throw fault("it ends too early; close all elements") }
        guard let root = tree.root else { throw fault("it is empty") }
        return root
    }

    /// Skips a comment, an instruction or a declaration.
    private mutating func passesOver() throws(JSONScan.Mistake) -> Bool {
        for (opener, closer) in [("<!--", "-->"), ("<?", "?>")] where starts(with: opener) {
            try pass(closer)
            return true
        }
        guard starts(with: "<!") else { return false }
        // Declarations inside brackets are skipped too; they are never used.
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "[") { index += 1 }
        let hasBrackets = index < bytes.count && bytes[index] == UInt8(ascii: "[")
        index = start
        if hasBrackets { try pass("]") }
        try pass(">")
        return true
    }

    /// Reads an element, or the end of one; a mistake without a place is at its tag.
    private mutating func element() throws(JSONScan.Mistake) {
        let start = index
        let tag = try tag()
        do throws(JSONScan.Mistake) {
            if tag.isEnd { try end(tag.name) } else { try begin(tag) }
        } catch {
            throw error.located(in: bytes, at: start)
        }
    }

    private mutating func begin(_ tag: Tag) throws(JSONScan.Mistake) {
        if tag.name == "plist" {
            guard isListOpen == nil, tree.isClosed, tree.root == nil else {
                throw JSONScan.Mistake("unexpected <plist>")
            }
            isListOpen = !tag.isEmpty
            return
        }
        if tag.name == "key" {
            guard tree.takesKey else { throw JSONScan.Mistake("unexpected <key>") }
            guard let key = tag.isEmpty ? "" : try content(of: tag.name) else {
                throw JSONScan.Mistake("this key is not readable; write it in UTF-8")
            }
            return try tree.key(key)
        }
        guard tree.takesValue, isListOpen != false else {
            throw JSONScan.Mistake(
                tree.takesKey
                    ? "a <key> is expected before <\(Wording.short(String(tag.name), limit: 32))>"
                    : "there is a second value")
        }
        if tag.name == "array" || tag.name == "dict" {
            try tree.open(isObject: tag.name == "dict")
            if tag.isEmpty { _ = tree.close(isObject: tag.name == "dict") }
            return
        }
        try tree.put(try scalar(tag))
    }

    private mutating func end(_ name: Substring) throws(JSONScan.Mistake) {
        switch name {
        case "plist" where isListOpen == true && tree.isClosed: isListOpen = false
        case "array" where tree.close(isObject: false), "dict" where tree.close(isObject: true): break
        default:
            throw JSONScan.Mistake(
                "</\(Wording.short(String(name), limit: 32))> closes nothing that is open, or a value is missing")
        }
    }

    private mutating func scalar(_ tag: Tag) throws(JSONScan.Mistake) -> JSONValue {
        switch tag.name {
        case "true", "false":
            let text = tag.isEmpty ? "" : try content(of: tag.name)
            guard text == "" else { throw JSONScan.Mistake("<\(tag.name)/> has no content") }
            return .bool(tag.name == "true")
        case "string", "integer", "real", "date", "data": break
        default:
            throw JSONScan.Mistake(
                "<\(Wording.short(String(tag.name), limit: 32))> is not an element of a property list")
        }
        guard let text = tag.isEmpty ? "" : try content(of: tag.name) else { return .unreadable }
        switch tag.name {
        case "string": return text == Self.nullText ? .null : .string(text)
        case "integer": return Self.integer(text)
        case "real": return Self.real(text)
        default: return .unreadable
        }
    }
}

extension XMLPropertyList {
    /// A whole number, in decimal or hexadecimal digits.
    static func integer(_ text: String) -> JSONValue {
        var digits = text.drop(while: \.isWhitespace)
        while digits.last?.isWhitespace == true { digits.removeLast() }
        let sign = digits.hasPrefix("-") ? "-" : ""
        if digits.hasPrefix("-") || digits.hasPrefix("+") { digits.removeFirst() }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal { digits.removeFirst(2) }
        guard digits.first?.isHexDigit == true else { return .unreadable }
        if let number = Int64(sign + digits, radix: isHexadecimal ? 16 : 10) { return .number(number.description) }
        return UInt64(sign + digits, radix: isHexadecimal ? 16 : 10).map { .number($0.description) } ?? .unreadable
    }

    /// A number with a fraction, in the spelling of this format.
    static func real(_ text: String) -> JSONValue {
        guard text.utf8.count <= JSONScan.maximumDigits, let value = Double(text), value.isFinite,
            text.utf8.allSatisfy({ $0 | 0x20 != UInt8(ascii: "x") }),
            let number = Decimal(string: text), number.isFinite
        else { return .unreadable }
        return .number(number.description)
    }
}
