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
    /// The key of seats, which have no property unless all of it can be read.
    static let seatKeys: [String: Kind] = ["multiSeatInfo": .object]
    /// The keys of a signed device, which has no property unless both are told.
    static let deviceKeys: [String: Kind] = ["deviceVerification": .text, "deviceVerificationNonce": .uuid]

    /// The members that no property tells, as one JSON object; `nil` when there are none.
    ///
    /// These are those under other keys than `known`, those of another type than the property's, and those of the groups
    /// that have no property because they are told in part.
    func rest(without known: [String: Kind], untold groups: [String: Kind]?...) -> String? {
        var rest = members.filter { key, value in
            if case .null = value { return false }
            guard let kind = known[key] else { return true }
            return !value.fits(kind)
        }
        // The groups have few keys, and most objects have none of them.
        for case let group? in groups {
            for key in group.keys {
                if let value = members[key], value != .null { rest[key] = value }
            }
        }
        return rest.isEmpty ? nil : JSONValue.object(rest).text
    }
}

extension JSONValue {
    /// Whether a property of this kind tells it.
    fileprivate func fits(_ kind: SignedFields.Kind) -> Bool {
        switch kind {
        case .text: asText != nil
        case .texts: asTexts != nil
        case .flag: asFlag != nil
        case .integer: asInt != nil
        case .time: asTime != nil
        case .uuid: asUUID != nil
        case .period: asText.flatMap { SubscriptionPeriod($0) } != nil
        case .object: asMembers != nil
        case .json: true
        }
    }
}

extension [String: SignedFields.Kind] {
    /// These keys and others.
    func and(_ others: [String: SignedFields.Kind]) -> Self { merging(others) { first, _ in first } }
}
