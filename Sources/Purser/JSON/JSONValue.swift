#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A tree of JSON or property-list values, kept as they were written so that diagnostics can name their paths.
package enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// Exact: read from the digits, not by way of `Double`.
    case number(Decimal)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by their keys; of equal keys the first one counts.
    case object([String: JSONValue])
    /// A scalar that is none of these: a number out of range, text that is not UTF-8, a plist date.
    case unreadable

    /// What it is, in words for a message.
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
