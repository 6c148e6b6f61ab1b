import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SignedFields {
    /// What a property makes of a member.
    enum Kind {
        case text, texts, flag, integer, time, uuid, period, object, json
    }

    /// The keys of an offer, which has no property without its type.
    static let offerKeys: [String: Kind] = [
        "offerType": .integer, "offerIdentifier": .text, "offerDiscountType": .text, "offerPeriod": .period,
    ]
    /// The key of a commitment, which has no property unless all of it is told.
    static let commitmentKeys: [String: Kind] = ["commitmentInfo": .object]
    /// The keys of a signed device, which has no property unless both are told.
    static let deviceKeys: [String: Kind] = ["deviceVerification": .text, "deviceVerificationNonce": .uuid]

    /// The members that no property tells, as one JSON object; `nil` when there are none.
    ///
    /// These are those under other keys than `known`, those of another type than the property's, and those of the groups
    /// that have no property because they are told in part.
    func rest(without known: [String: Kind], untold groups: [String: Kind]?...) -> String? {
        let untold = groups.compactMap { $0 }
        let rest = members.filter { key, value in
            guard value != .null else { return false }
            guard let kind = known[key], !untold.contains(where: { $0[key] != nil }) else { return true }
            return !fits(key, kind)
        }
        return rest.isEmpty ? nil : SignedJSON.object(rest).text
    }

    private func fits(_ key: String, _ kind: Kind) -> Bool {
        switch kind {
        case .text: text(key) != nil
        case .texts: texts(key) != nil
        case .flag: flag(key) != nil
        case .integer: int(key) != nil
        case .time: time(key) != nil
        case .uuid: uuid(key) != nil
        case .period: text(key).flatMap { SubscriptionPeriod($0) } != nil
        case .object: object(key) != nil
        case .json: true
        }
    }
}

extension [String: SignedFields.Kind] {
    /// These keys and others.
    func and(_ others: [String: SignedFields.Kind]) -> Self { merging(others) { first, _ in first } }
}
