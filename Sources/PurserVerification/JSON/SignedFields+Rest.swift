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
    /// The keys of a signed device, which has no property unless both are told.
    static let deviceKeys: [String: Kind] = ["deviceVerification": .text, "deviceVerificationNonce": .uuid]

    /// The members that no property tells, as one JSON object; `nil` when there are none.
    ///
    /// These are those under other keys than `known`, and those of another type than the property's.
    func rest(without known: [String: Kind]) -> String? {
        let rest = members.filter { key, value in
            guard value != .null, let kind = known[key] else { return value != .null }
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

    /// The keys without those that have no property after all.
    func without(_ others: [String: SignedFields.Kind], unless isTold: Bool) -> Self {
        isTold ? self : filter { others[$0.key] == nil }
    }
}
