#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A tree of JSON or property-list values, as written in the file.
package enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, by its digits as written in the file.
    case number(String)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by their keys; of equal keys the first one counts.
    case object([String: JSONValue])
    /// A scalar of another kind: a number out of range, text that is not UTF-8, a plist date.
    case unreadable

    /// The number, exactly; `nil` when it is not a number, or does not fit into a decimal.
    package var decimal: Decimal? {
        guard case .number(let digits) = self, let number = Decimal(string: digits), number.isFinite else { return nil }
        return number
    }

    /// The kind of value, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        case .unreadable: "an unreadable value"
        }
    }
}

extension JSONValue {
    /// The deepest nesting that is read; real files stay below ten.
    package static let maximumDepth = 64
    /// The most values that are read.
    package static let maximumCount = 500_000
}

extension JSONValue {
    /// The value as JSON, keys in order and without blanks.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null, .unreadable: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let string): Self.write(string, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(key, to: &text)
                text += ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        var rest = string.utf8[...]
        // In pieces, because appending each scalar by itself takes many times as long.
        while let place = rest.firstIndex(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        {
            text += string[rest.startIndex..<place]
            switch rest[place] {
            case UInt8(ascii: "\""): text += "\\\""
            case UInt8(ascii: "\\"): text += "\\\\"
            case let byte: text += Unicode.Scalar(byte).jsonEscape
            }
            rest = rest[rest.index(after: place)...]
        }
        text += string[rest.startIndex...]
        text += "\""
    }
}

extension Unicode.Scalar {
    /// The scalar as JSON's `\u` and four hexadecimal digits; for those of the basic plane only.
    package var jsonEscape: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
