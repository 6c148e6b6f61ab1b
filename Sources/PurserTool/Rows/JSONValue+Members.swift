import Purser

extension JSONValue {
    /// The members of an object.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// A member of an object.
    func value(_ key: String) -> JSONValue? { members?[key] }

    /// A text of an object.
    func text(_ key: String) -> String? { if case .string(let text)? = value(key) { text } else { nil } }

    /// A list of an object.
    func list(_ key: String) -> [JSONValue] { if case .array(let values)? = value(key) { values } else { [] } }

    /// The value as a whole number.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    /// A time of an object.
    func time(_ key: String) -> Timestamp? { value(key)?.integer.map { Timestamp(milliseconds: $0) } }

    /// A whole number.
    static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }
}
