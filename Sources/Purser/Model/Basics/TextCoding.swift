extension Decoder {
    /// Reads a value that is coded as its description; the message of an error names what is expected.
    func described<Value: LosslessStringConvertible>(_ expected: String) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        if let value = Value(text) { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "\(Wording.short(text)) is not \(expected)."))
    }
}

extension Encoder {
    func encode(description value: some LosslessStringConvertible) throws {
        var container = singleValueContainer()
        try container.encode(value.description)
    }
}

/// A key of any name, for objects whose members are not known in advance.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    /// The name.
    package let stringValue: String
    /// `nil`: members have no numbers.
    package var intValue: Int? { nil }
    /// A key by its name.
    package init(stringValue: String) { self.stringValue = stringValue }
    /// A key by its name.
    package init(stringLiteral value: String) { stringValue = value }
    /// Returns `nil`.
    package init?(intValue: Int) { nil }
}
