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
    ///
    /// A binary property list of a few bytes can refer to itself without end.
    package static let maximumCount = 500_000
    private static let budgetKey = CodingUserInfoKey(rawValue: "purser.budget")
    /// For the `userInfo` of a decoder of property lists: the number of values still allowed in the whole decoding.
    static var budget: [CodingUserInfoKey: any Sendable] { budgetKey.map { [$0: Lock(maximumCount)] } ?? [:] }

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
        let isTooDeep = decoder.codingPath.count > maximumDepth
        let budget = budgetKey.flatMap { decoder.userInfo[$0] as? Lock<Int> }
        let left = budget?.withLock { count -> Int in
            count -= 1
            return count
        }
        guard !isTooDeep, left ?? 0 >= 0 else {
            let message = isTooDeep ? "nested too deeply" : "too many values"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: message))
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
