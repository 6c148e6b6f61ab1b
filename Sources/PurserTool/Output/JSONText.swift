import Foundation
import Purser
import PurserFormats

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
    static func line(_ type: String, _ members: JSONText) -> JSONText { ["type": type] + members }

    static func + (first: JSONText, second: JSONText) -> JSONText {
        guard case .object(let one) = first, case .object(let other) = second else { return first }
        return .object(one + other)
    }

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

/// A value that has a form in JSON: `nil` is `null`, and times are milliseconds since 1970.
protocol JSONConvertible {
    var json: JSONText { get }
}

extension JSONText: ExpressibleByDictionaryLiteral, JSONConvertible {
    init(dictionaryLiteral members: (String, any JSONConvertible)...) { self = .object(members.map { ($0, $1.json) }) }

    var json: JSONText { self }
}

extension Bool: JSONConvertible { var json: JSONText { .bool(self) } }
extension String: JSONConvertible { var json: JSONText { .string(self) } }
extension Decimal: JSONConvertible { var json: JSONText { .number("\(self)") } }
extension Double: JSONConvertible { var json: JSONText { .number("\(self)") } }
extension UUID: JSONConvertible { var json: JSONText { .string(uuidString) } }
extension Date: JSONConvertible { var json: JSONText { Timestamp(self).json } }
extension Timestamp: JSONConvertible { var json: JSONText { milliseconds.json } }

extension JSONConvertible where Self: BinaryInteger { var json: JSONText { .number(String(self)) } }
extension Int: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Optional: JSONConvertible where Wrapped: JSONConvertible { var json: JSONText { self?.json ?? .null } }
extension Array: JSONConvertible where Element: JSONConvertible { var json: JSONText { .array(map(\.json)) } }
/// The members are in alphabetical order.
extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    var json: JSONText { .object(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }) }
}

extension JSONValue: JSONConvertible {
    var json: JSONText {
        switch self {
        case .null, .unreadable: .null
        case .bool(let flag): .bool(flag)
        case .number(let digits): .number(digits)
        case .string(let text): .string(text)
        case .array(let values): values.json
        case .object(let members): members.json
        }
    }
}
