import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value to be written; members keep their order, so that lines are easy to read.
enum JSONText: Sendable {
    case null
    case bool(Bool)
    /// A number, in its own digits.
    case number(String)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// An object whose first member is its type.
    static func line(_ type: String, _ members: [(String, JSONText)]) -> JSONText {
        .object([("type", .string(type))] + members)
    }

    static func integer(_ value: some BinaryInteger) -> JSONText { .number(String(value)) }
    static func decimal(_ value: Decimal) -> JSONText { .number("\(value)") }

    /// The value, or null.
    static func optional<Value>(_ value: Value?, _ make: (Value) -> JSONText) -> JSONText {
        value.map(make) ?? .null
    }

    static func string(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }

    /// The texts by their keys, in alphabetical order.
    static func dictionary(_ values: [String: String]) -> JSONText {
        .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    /// The value on one line.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where Self.isEscaped(scalar): text += scalar.jsonEscape
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Escapes more than JSON requires: characters that end a line, control a terminal or change the writing direction.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
            || scalar.properties.isBidiControl
    }
}
