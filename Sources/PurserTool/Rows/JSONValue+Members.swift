import Foundation
import Purser
import PurserFormats
import PurserVerification

extension JSONValue {
    /// A member of an object, or of an object in it: `transaction.id`.
    func value(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(self)) { $0?.asMembers?[String($1)] }
    }
    func text(_ key: String) -> String? { value(key)?.asText }
    func list(_ key: String) -> [JSONValue] { if case .array(let values)? = value(key) { values } else { [] } }
    func time(_ key: String) -> Timestamp? { value(key)?.asTime }
    static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }
}

extension JSONValue {
    /// The value for people, on one line; milliseconds under a key that ends in `Date` as a date.
    func words(under key: String) -> String {
        switch self {
        case .string(let text): return Line.single(text)
        case .number(let digits) where key.hasSuffix("Date"):
            guard let milliseconds = Double(digits), abs(milliseconds) < 1e14 else { return digits }
            return Date(timeIntervalSince1970: milliseconds / 1_000).formatted(.iso8601)
        default: return Line.single(text)
        }
    }
}

extension [String: JSONValue] {
    /// The members for people: key and value in columns, objects indented below their key.
    func rows(indent: String = "  ") -> [[String]] {
        sorted { $0.key < $1.key }.flatMap { key, value -> [[String]] in
            guard case .object(let members) = value else {
                return [[indent + Line.single(key), value.words(under: key)]]
            }
            return [[indent + Line.single(key)]] + members.rows(indent: indent + "  ")
        }
    }
}
