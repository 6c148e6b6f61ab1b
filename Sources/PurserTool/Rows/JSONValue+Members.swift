import Purser

extension JSONValue {
    /// A member of an object.
    func value(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

    /// A text of an object.
    func text(_ key: String) -> String? { if case .string(let text)? = value(key) { text } else { nil } }

    /// A list of an object.
    func list(_ key: String) -> [JSONValue] { if case .array(let values)? = value(key) { values } else { [] } }

    /// The value for output.
    var output: JSONText {
        switch self {
        case .null, .unreadable: .null
        case .bool(let flag): .bool(flag)
        case .number(let digits): .number(digits)
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.output))
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) })
        }
    }
}
