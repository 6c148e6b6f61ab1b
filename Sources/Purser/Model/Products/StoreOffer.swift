#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A price for some periods of a subscription that differs from its usual one.
public struct StoreOffer: Sendable, Hashable {
    /// The type of offer.
    public var type: OfferType
    /// The offer's identifier.
    ///
    /// Introductory offers have none; that of an offer code is its reference name.
    public var id: String?
    /// How it is paid.
    public var paymentMode: PaymentMode
    /// The price of one period (or of the whole offer when paid up front); zero when free.
    public var price: Decimal
    /// The length of one period; of the whole offer when free or paid up front.
    public var period: SubscriptionPeriod
    /// How many periods the offer lasts.
    public var periodCount: Int
    /// The price as the customer reads it, such as `$0.99`; empty when the platform does not report it.
    public var displayPrice: String

    /// Makes an offer; its price is rounded to thousandths of the currency's unit.
    public init(
        type: OfferType, id: String? = nil, paymentMode: PaymentMode, price: Decimal, period: SubscriptionPeriod,
        periodCount: Int = 1, displayPrice: String = ""
    ) {
        self.type = type
        self.id = id
        self.paymentMode = paymentMode
        self.price = price.exactPrice
        self.period = period
        self.periodCount = periodCount
        self.displayPrice = displayPrice
    }

    /// Types of offers, by the App Store's `offerType` number; unknown ones are kept.
    public struct OfferType: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's number.
        public var rawValue: Int
        /// A type by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// For customers new to the subscription group.
        public static let introductory = OfferType(rawValue: 1)
        /// For current or lapsed subscribers, signed by the app's server.
        public static let promotional = OfferType(rawValue: 2)
        /// Redeemed by a code.
        public static let code = OfferType(rawValue: 3)
        /// For lapsed subscribers.
        public static let winBack = OfferType(rawValue: 4)
    }

    /// How an offer is paid.
    ///
    /// Unknown values are kept.
    public struct PaymentMode: RawRepresentable, Sendable, Hashable, Codable {
        /// The spelling of a `.storekit` file.
        public var rawValue: String
        /// A mode by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Nothing is paid.
        public static let freeTrial = PaymentMode(rawValue: "free")
        /// Each period is paid as it comes.
        public static let payAsYouGo = PaymentMode(rawValue: "payAsYouGo")
        /// The whole offer is paid at once.
        public static let payUpFront = PaymentMode(rawValue: "payUpFront")
        /// A reduced price for a single purchase, by an offer code; from iOS 26 on.
        public static let oneTime = PaymentMode(rawValue: "oneTime")
    }

    /// A server's signature over a promotional offer, with the values that it covers.
    public struct Signature: Sendable, Hashable, Codable {
        /// The identifier of the key that signed.
        public var keyID: String
        /// The one-time value inside the signature.
        public var nonce: UUID
        /// The time inside the signature.
        public var timestamp: Date {
            get { time.date }
            set { time = Timestamp(newValue) }
        }
        /// The time inside the signature, as it is stored.
        package var time: Timestamp
        /// The ECDSA signature, DER.
        public var signature: Data

        /// Makes a signature with the values it covers.
        public init(keyID: String, nonce: UUID, timestamp: Date, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.time = Timestamp(timestamp)
            self.signature = signature
        }
    }
}
