import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The members of a signed object, read by key and type.
///
/// Missing, `null` and of another type are all `nil`: each field is optional in the signed data. ``rest(without:)`` has
/// the members without a property.
struct SignedFields: Sendable, Hashable {
    let members: [String: JSONValue]

    func text(_ key: String) -> String? { members[key]?.asText }

    func texts(_ key: String) -> [String]? { members[key]?.asTexts }

    func flag(_ key: String) -> Bool? { members[key]?.asFlag }

    func integer(_ key: String) -> Int64? { members[key]?.asInteger }

    func int(_ key: String) -> Int? { members[key]?.asInt }

    func time(_ key: String) -> Timestamp? { members[key]?.asTime }

    func uuid(_ key: String) -> UUID? { members[key]?.asUUID }

    /// An amount that is signed in thousandths of the currency's unit.
    func price(_ key: String) -> Decimal? { members[key]?.asPrice }

    func object(_ key: String) -> SignedFields? { members[key]?.asMembers.map { SignedFields(members: $0) } }

    func json(_ key: String) -> String? {
        guard let value = members[key], value != .null else { return nil }
        return value.text
    }

    /// A signed device without the identifier: the hash in Base64, and the nonce.
    var deviceVerification: DeviceVerification? {
        guard let hash = text("deviceVerification").flatMap({ Data(base64Encoded: $0) }),
            let nonce = uuid("deviceVerificationNonce")
        else { return nil }
        return DeviceVerification(hash: hash, nonce: nonce)
    }

    /// The offer that was or will be applied; `nil` without its type.
    var offer: StoreTransaction.Offer? {
        guard let type = int("offerType") else { return nil }
        return StoreTransaction.Offer(
            type: StoreOffer.OfferType(rawValue: type), id: text("offerIdentifier"),
            paymentMode: text("offerDiscountType").map(Self.paymentMode),
            period: text("offerPeriod").flatMap { SubscriptionPeriod($0) })
    }

    /// The payment mode of a text: signed data and `.storekit` files spell the modes in two ways; unknown ones are
    /// kept.
    private static func paymentMode(_ text: String) -> StoreOffer.PaymentMode {
        switch text {
        case "FREE_TRIAL": .freeTrial
        case "PAY_AS_YOU_GO": .payAsYouGo
        case "PAY_UP_FRONT": .payUpFront
        case "ONE_TIME": .oneTime
        default: StoreOffer.PaymentMode(rawValue: text)
        }
    }
}

// The prices of seats.
extension SignedFields {
    /// Whether a key has a value.
    func says(_ key: String) -> Bool { members[key] ?? .null != .null }

    /// The prices of seats, under a key: empty when there are none, `nil` when they cannot be read.
    func priceTiers(_ key: String) -> [StoreTransaction.MultiSeatInfo.PriceTier]? {
        guard says(key) else { return [] }
        guard case .array(let values) = members[key] else { return nil }
        var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = []
        for value in values {
            guard let tier = value.asMembers, let price = tier["tierPrice"]?.asPrice,
                let quantity = tier["tierQuantity"]?.asInt
            else { return nil }
            tiers.append(.init(price: price, quantity: quantity))
        }
        return tiers
    }
}

// The members that no property reads.
extension SignedFields {
    /// The type of a member's property.
    enum Kind {
        case text, texts, flag, integer, time, uuid, period, object, json
    }

    /// The keys of an offer, which has no property without its type.
    static let offerKeys: [String: Kind] = [
        "offerType": .integer, "offerIdentifier": .text, "offerDiscountType": .text, "offerPeriod": .period,
    ]
    /// The keys of a commitment, which has no property unless all of them are present.
    static let commitmentKeys: [String: Kind] = ["commitmentInfo": .object]
    /// The key of seats, which have no property unless all of it can be read.
    static let seatKeys: [String: Kind] = ["multiSeatInfo": .object]
    /// The keys of a signed device, which has no property unless both are present.
    static let deviceKeys: [String: Kind] = ["deviceVerification": .text, "deviceVerificationNonce": .uuid]

    /// The members without a property, as one JSON object; `nil` when there are none.
    ///
    /// These are those under other keys than `known`, those of another type than the property's, and those of the
    /// groups that have no property because they are incomplete.
    func rest(without known: [String: Kind], unreported groups: [String: Kind]?...) -> String? {
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
    /// Whether a property of this kind has it.
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
