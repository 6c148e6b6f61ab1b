#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserVerification

    /// The members of an answer, read by key and type.
    ///
    /// A member that is absent or `null` is `nil`. ``fault(by:)`` finds members of a wrong type before any property is
    /// read, so no answer is misread.
    struct AnswerFields: Sendable, Hashable {
        let members: [String: JSONValue]

        func text(_ key: String) -> String? { members[key]?.asText }
        func texts(_ key: String) -> [String] { members[key]?.asTexts ?? [] }
        func flag(_ key: String) -> Bool? { members[key]?.asFlag }
        func integer(_ key: String) -> Int64? { members[key]?.asInteger }
        func int(_ key: String) -> Int? { members[key]?.asInt }
        func date(_ key: String) -> Date? { members[key]?.asTime?.date }
        func uuid(_ key: String) -> UUID? { members[key]?.asUUID }
        func object(_ key: String) -> AnswerFields? { members[key]?.asMembers.map { AnswerFields(members: $0) } }

        func objects(_ key: String) -> [AnswerFields] {
            guard case .array(let values) = members[key] else { return [] }
            return values.compactMap { $0.asMembers.map { AnswerFields(members: $0) } }
        }

        /// The numbers of an object, by their keys.
        func counts(_ key: String) -> [String: Int] { (members[key]?.asMembers ?? [:]).compactMapValues(\.asInt) }

        /// The members with unknown keys, as one JSON object; `nil` for none.
        func unknown(besides known: MemberKinds) -> String? {
            let rest = members.filter { key, value in known[key] == nil && value != .null }
            return rest.isEmpty ? nil : JSONValue.object(rest).text
        }

        /// The first known key, in alphabetical order, whose value has another type; `nil` for none.
        func fault(by known: MemberKinds) -> String? {
            for (key, kind) in known.sorted(by: { $0.key < $1.key }) {
                guard let value = members[key], value != .null else { continue }
                if let fault = kind.fault(of: value) { return fault.isEmpty ? key : "\(key).\(fault)" }
            }
            return nil
        }
    }

    /// The known members of an object, with their types.
    typealias MemberKinds = [String: MemberKind]

    /// The type of a member.
    enum MemberKind: Sendable {
        case text, texts, flag, integer, time, uuid, counts
        case object(MemberKinds)
        case objects(MemberKinds)

        /// The fault of a value: `nil` for none, an empty text for the value itself, or a key inside it.
        func fault(of value: JSONValue) -> String? {
            switch self {
            case .text: value.asText == nil ? "" : nil
            case .texts: value.asTexts == nil ? "" : nil
            case .flag: value.asFlag == nil ? "" : nil
            case .integer: value.asInteger == nil ? "" : nil
            case .time: value.asTime == nil ? "" : nil
            case .uuid: value.asUUID == nil ? "" : nil
            case .counts: value.asMembers.map { $0.values.allSatisfy { $0.asInt != nil } } == true ? nil : ""
            case .object(let known): value.asMembers.map { AnswerFields(members: $0).fault(by: known) } ?? ""
            case .objects(let known): Self.fault(ofEach: value, by: known)
            }
        }

        private static func fault(ofEach value: JSONValue, by known: MemberKinds) -> String? {
            guard case .array(let values) = value else { return "" }
            for value in values {
                guard let members = value.asMembers else { return "" }
                if let fault = AnswerFields(members: members).fault(by: known) { return fault }
            }
            return nil
        }
    }

    /// An object of an answer.
    protocol AnswerObject: Sendable, Hashable {
        /// The members that this version has properties for.
        static var known: MemberKinds { get }
        /// The members without which it is not an answer of Apple's server.
        static var required: [String] { get }
        init(fields: AnswerFields)
    }

    extension AnswerObject {
        static var required: [String] { [] }
    }
#endif
