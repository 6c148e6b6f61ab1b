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
    /// Exact: `JSONDecoder` reads a `Decimal` from the digits, not by way of `Double`.
    case number(Decimal)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by their keys; of equal keys the decoder keeps one.
    case object([String: JSONValue])
    /// A scalar that the decoder cannot represent: a number out of range, text that is not UTF-8, a plist date.
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

extension JSONValue: Decodable {
    /// The deepest nesting that is read; real files stay below ten.
    package static let maximumDepth = 64
    /// The most values that are read.
    package static let maximumCount = 500_000
    /// The most values of a property list that are read: Foundation's decoder takes long for each.
    package static let maximumListedCount = 100_000
    private static let budgetKey = CodingUserInfoKey(rawValue: "purser.budget")
    /// For the `userInfo` of a decoder of property lists: how many values may be read in the whole decoding.
    ///
    /// Each value has a byte of its own at least, where it is listed. A binary property list of a few bytes can list the same
    /// array in many places, and so have any number of values.
    static func budget(bytes: Int) -> [CodingUserInfoKey: any Sendable] {
        budgetKey.map { [$0: ValueBudget(min(bytes, maximumListedCount))] } ?? [:]
    }

    /// Reads a value out of a property list.
    ///
    /// - Throws: `DecodingError` when the values are nested too deeply, or are too many.
    package init(from decoder: any Decoder) throws {
        try Self.spend(decoder)
        // Only asking for the container may fail harmlessly; what fails inside one must end the whole reading.
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(try Self.members(of: members))
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
            self = .array(array)
        } else {
            self = Self.scalar(in: try decoder.singleValueContainer())
        }
    }

    private static func members(of container: KeyedDecodingContainer<AnyKey>) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for key in container.allKeys { members[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
        return members
    }

    private static func scalar(in container: any SingleValueDecodingContainer) -> JSONValue {
        if container.decodeNil() { return .null }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let number = try? container.decode(Decimal.self), number.isFinite { return .number(number) }
        // Property lists know integers and reals, not decimals.
        if let number = try? container.decode(Int64.self) { return .number(Decimal(number)) }
        return .unreadable
    }

    private static func spend(_ decoder: any Decoder) throws {
        guard decoder.codingPath.count <= maximumDepth else {
            throw JSONScan.Mistake("it is nested deeper than \(maximumDepth) levels", isLimit: true)
        }
        guard let budget = budgetKey.flatMap({ decoder.userInfo[$0] as? ValueBudget }) else { return }
        let isSpent = budget.left.withLock { left in
            left -= 1
            return left < 0
        }
        if isSpent { throw JSONScan.Mistake.tooMany(budget.limit) }
    }

    /// How many values a decoding may still read.
    private final class ValueBudget: Sendable {
        let limit: Int
        let left: Lock<Int>

        init(_ limit: Int) {
            self.limit = limit
            left = Lock(limit)
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
