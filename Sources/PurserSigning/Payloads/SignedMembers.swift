#if Verification
    import Purser
    import PurserFormats
    import PurserVerification

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The members of signed data, spelled as the App Store spells them; `nil` values are omitted.
    struct SignedMembers {
        private(set) var members: [String: JSONValue] = [:]

        /// The members as one object.
        var json: JSONValue { .object(members) }

        mutating func text(_ key: String, _ text: String?) { members[key] = text.map { .string($0) } }

        mutating func number(_ key: String, _ number: (some BinaryInteger)?) {
            members[key] = number.map { .number("\($0)") }
        }

        mutating func flag(_ key: String, _ flag: Bool?) { members[key] = flag.map { .bool($0) } }

        /// Milliseconds since 1970.
        mutating func time(_ key: String, _ time: Timestamp?) { number(key, time?.milliseconds) }

        mutating func time(_ key: String, _ date: Date?) { time(key, date.map { Timestamp($0) }) }

        /// Thousandths of the currency's unit; smaller parts are dropped.
        mutating func price(_ key: String, _ price: Decimal?) {
            number(key, price.flatMap { Int64(($0 * 1_000).description.prefix { $0 != "." }) })
        }

        /// A UUID in lower case.
        mutating func uuid(_ key: String, _ uuid: UUID?) { text(key, uuid?.uuidString.lowercased()) }

        mutating func object(_ key: String, _ object: SignedMembers?) {
            if let object, !object.members.isEmpty { members[key] = object.json }
        }

        /// JSON without changes; unreadable JSON is omitted.
        mutating func json(_ key: String, _ text: String?) {
            if let value = text.flatMap(Self.object) { members[key] = .object(value) }
        }

        /// Adds members whose keys are not set yet.
        mutating func add(_ text: String?) {
            members.merge(text.flatMap(Self.object) ?? [:]) { own, _ in own }
        }

        mutating func texts(_ key: String, _ texts: [String]) { if !texts.isEmpty { list(key, texts) } }

        /// A list of texts, which may be empty.
        mutating func list(_ key: String, _ texts: [String]) { members[key] = .array(texts.map { .string($0) }) }

        /// A list of objects, which may be empty.
        mutating func list(_ key: String, _ objects: [SignedMembers]) { members[key] = .array(objects.map(\.json)) }

        /// The prices of seats.
        mutating func tiers(_ key: String, _ tiers: [StoreTransaction.MultiSeatInfo.PriceTier]) {
            members[key] = .array(
                tiers.map { tier in
                    var members = SignedMembers()
                    members.price("tierPrice", tier.price)
                    members.number("tierQuantity", tier.quantity)
                    return members.json
                })
        }

        /// An offer of a transaction or a renewal info.
        mutating func offer(_ offer: StoreTransaction.Offer?) {
            guard let offer else { return }
            number("offerType", offer.type.rawValue)
            text("offerIdentifier", offer.id)
            text("offerPeriod", offer.period?.description)
            text("offerDiscountType", offer.paymentMode.map(Self.spelling))
        }

        mutating func device(_ device: DeviceVerification?) {
            text("deviceVerification", device?.hash.base64EncodedString())
            uuid("deviceVerificationNonce", device?.nonce)
        }

        private static func object(_ text: String) -> [String: JSONValue]? {
            try? SignedJSONReader.object(Array(text.utf8))
        }

        private static func spelling(_ mode: StoreOffer.PaymentMode) -> String {
            switch mode {
            case .freeTrial: "FREE_TRIAL"
            case .payAsYouGo: "PAY_AS_YOU_GO"
            case .payUpFront: "PAY_UP_FRONT"
            case .oneTime: "ONE_TIME"
            default: mode.rawValue
            }
        }
    }
#endif
