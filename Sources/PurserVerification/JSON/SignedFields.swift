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
    let members: [String: SignedJSON]

    func text(_ key: String) -> String? {
        guard case .string(let text)? = members[key] else { return nil }
        return text
    }

    func texts(_ key: String) -> [String]? {
        guard case .array(let values)? = members[key] else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }

    func flag(_ key: String) -> Bool? {
        guard case .bool(let flag)? = members[key] else { return nil }
        return flag
    }

    func integer(_ key: String) -> Int64? {
        guard case .number(let digits)? = members[key] else { return nil }
        return Int64(digits)
    }

    func int(_ key: String) -> Int? { integer(key).flatMap { Int(exactly: $0) } }

    /// Milliseconds since 1970, to the nearest one: Xcode signs fractions of them.
    func time(_ key: String) -> Timestamp? {
        guard case .number(let digits)? = members[key] else { return nil }
        if let milliseconds = Int64(digits) { return Timestamp(milliseconds: milliseconds) }
        guard let number = Double(digits), let milliseconds = Int64(exactly: number.rounded()) else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }

    func uuid(_ key: String) -> UUID? { text(key).flatMap { UUID(uuidString: $0) } }

    /// An amount that is signed in thousandths of the currency's unit.
    func price(_ key: String) -> Decimal? { integer(key).map { Decimal($0) / 1_000 } }

    func object(_ key: String) -> SignedFields? {
        guard case .object(let members)? = members[key] else { return nil }
        return SignedFields(members: members)
    }

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
