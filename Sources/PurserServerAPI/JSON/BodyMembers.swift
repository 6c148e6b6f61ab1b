#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserVerification

    /// The members of a request's body, written in the order of their keys.
    struct BodyMembers: Sendable, Hashable {
        private(set) var members: [String: JSONValue] = [:]

        /// The bytes.
        var json: Data { Data(JSONValue.object(members).text.utf8) }

        mutating func set(_ key: String, _ text: String?) { members[key] = text.map { .string($0) } }
        mutating func set(_ key: String, _ flag: Bool?) { members[key] = flag.map { .bool($0) } }
        mutating func set(_ key: String, _ number: Int?) { members[key] = number.map { .number("\($0)") } }
        mutating func set(_ key: String, _ id: UUID?) { set(key, id?.uuidString.lowercased()) }
        mutating func set(_ key: String, _ date: Date?) {
            members[key] = date.map { .number("\(Timestamp($0).milliseconds)") }
        }
        mutating func set(_ key: String, _ texts: [String]?) {
            members[key] = texts.map { .array($0.map { .string($0) }) }
        }
        mutating func set(_ key: String, _ object: BodyMembers?) { members[key] = object.map { .object($0.members) } }
        mutating func set(_ key: String, _ objects: [BodyMembers]?) {
            members[key] = objects.map { .array($0.map { .object($0.members) }) }
        }
    }

    /// The body of a call.
    protocol RequestBody: Sendable {
        var members: BodyMembers { get }
        /// The reason why Apple would reject it; `nil` if it is valid.
        var fault: String? { get }
    }

    extension RequestBody {
        var fault: String? { nil }
    }
#endif
