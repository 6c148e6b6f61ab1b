/// Reads fields or writes them, so that one list of them is enough for both.
enum JSONFieldCoder {
    case reading(KeyedDecodingContainer<AnyKey>)
    case writing(KeyedEncodingContainer<AnyKey>)

    mutating func code<Value: Codable>(_ key: AnyKey, _ value: inout Value) throws {
        switch self {
        case .reading(let values): value = try values.decode(Value.self, forKey: key)
        case .writing(var values): try values.encode(value, forKey: key)
        }
    }

    mutating func code<Value: Codable>(_ key: AnyKey, _ value: inout Value?) throws {
        switch self {
        case .reading(let values): value = try values.decodeIfPresent(Value.self, forKey: key)
        case .writing(var values): try values.encodeIfPresent(value, forKey: key)
        }
    }
}
