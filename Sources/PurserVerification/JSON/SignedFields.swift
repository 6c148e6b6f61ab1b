import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The members of a signed object, read by key and type.
///
/// Absent, `null` and of another type are all `nil`: each field is optional on the wire. ``rest(without:)`` tells what
/// nobody has read.
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

    /// What is left of a signed device: the hash in Base64, and the nonce.
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

    /// Signed data and `.storekit` files spell the modes in two ways; unknown ones are kept.
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
