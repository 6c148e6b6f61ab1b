#if Verification
    import Foundation
    import Purser
    import PurserVerification

    /// The members of an answer, read by key and type.
    ///
    /// A member that is absent or `null` is `nil`. One that this version knows and that has another type is found by
    /// ``fault(by:)`` before anybody reads: an answer is read as it is meant, or not at all.
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

        /// The members under other keys than the known ones, as one JSON object; `nil` when there are none.
        func unknown(besides known: MemberKinds) -> String? {
            let rest = members.filter { key, value in known[key] == nil && value != .null }
            return rest.isEmpty ? nil : JSONValue.object(rest).text
        }

        /// The first known key, in their order, whose value has another type; `nil` when all are right.
        func fault(by known: MemberKinds) -> String? {
            for (key, kind) in known.sorted(by: { $0.key < $1.key }) {
                guard let value = members[key], value != .null else { continue }
                if let fault = kind.fault(of: value) { return fault.isEmpty ? key : "\(key).\(fault)" }
            }
            return nil
        }
    }

    /// What is known of the members of an object.
    typealias MemberKinds = [String: MemberKind]

    /// The type of a member.
    enum MemberKind: Sendable {
        case text, texts, flag, integer, time, uuid, counts
        case object(MemberKinds)
        case objects(MemberKinds)

        /// What is wrong: nothing, the value itself (an empty text), or a key inside it.
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
        init(fields: AnswerFields)
    }
#endif
