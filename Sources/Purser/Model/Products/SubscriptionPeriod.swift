/// A duration within a subscription, in calendar units.
public struct SubscriptionPeriod: Sendable, Hashable {
    /// How many units, at least 1.
    public var value: Int
    /// The calendar unit.
    public var unit: Unit

    /// Calendar units of a period.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// A day.
        case day = "D"
        /// A week.
        case week = "W"
        /// A month.
        case month = "M"
        /// A year.
        case year = "Y"
    }

    /// Makes a period of a number of units; a value below 1 counts as 1.
    public init(_ value: Int, _ unit: Unit) {
        self.value = max(1, value)
        self.unit = unit
    }
}

extension SubscriptionPeriod: LosslessStringConvertible, Codable {
    /// The ISO 8601 form, such as `P1M`.
    public var description: String { "P\(value)\(unit.rawValue)" }

    /// Reads the ISO 8601 form with a single unit, as `.storekit` files and signed transactions have it.
    public init?(_ description: String) {
        guard description.first == "P", description.count <= 6, let last = description.last,
            let unit = Unit(rawValue: String(last)), let value = Int(description.dropFirst().dropLast()), value > 0,
            description.dropFirst().first?.isNumber == true
        else { return nil }
        self.init(value, unit)
    }

    /// Reads the ISO 8601 form.
    ///
    /// - Throws: `DecodingError` when it is anything else.
    public init(from decoder: any Decoder) throws { self = try decoder.described("a period, such as P1M") }

    /// Writes the ISO 8601 form.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description: self) }
}
