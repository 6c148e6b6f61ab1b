#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that a caller says about one purchase.
///
/// The ledger keeps it until the transaction has arrived.
public struct PaymentRequest: Sendable, Hashable, Codable {
    /// The product to buy.
    public var productID: String
    /// How many to buy, from 1 to ``maximumQuantity``.
    public var quantity: Int
    /// The app's own user: a UUID that the App Store copies to the transaction.
    public var appAccountToken: UUID?
    /// What the app wants to find again with the transaction, however late that arrives.
    public var context: [String: String]
    /// The offer to apply, if any.
    public var offer: OfferRequest?
    /// Who finishes the transaction.
    public var finishing: Finishing

    /// The largest quantity that the App Store takes in one payment.
    public static let maximumQuantity = 10
    /// The largest context, counted in UTF-8 bytes of all keys and values.
    public static let maximumContextBytes = 16_384
    /// The longest product identifier, in UTF-8 bytes; App Store Connect allows 100 characters.
    public static let maximumProductIDBytes = 255

    /// A request for one product.
    public init(
        productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        offer: OfferRequest? = nil, finishing: Finishing = .atomic
    ) {
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.context = context
        self.offer = offer
        self.finishing = finishing
    }
}

/// Who finishes a transaction, and when.
public enum Finishing: String, Sendable, Hashable, Codable {
    /// Purser finishes it, after it was recorded, its content was installed, and the app's handler has granted it.
    case atomic
    /// The app finishes it by calling `finish()`.
    ///
    /// Until then it is delivered again at each launch.
    case manual
}

/// An offer that a purchase asks for.
public struct OfferRequest: Sendable, Hashable, Codable {
    /// The offer's identifier in App Store Connect.
    public var id: String
    /// The type of offer.
    public var type: StoreOffer.OfferType
    /// The server's signature over a promotional offer; `nil` for the kinds that need none.
    public var signature: Signature? {
        get { signed?.signature }
        set { signed = newValue.map(Signed.init) }
    }

    // Behind a reference, because every waiting purchase reserves memory for an offer and hardly any has a signature.
    private var signed: Signed?

    private enum CodingKeys: String, CodingKey {
        case id
        case type
        case signed = "signature"
    }

    private final class Signed: Sendable, Hashable, Codable {
        let signature: Signature

        init(_ signature: Signature) { self.signature = signature }
        init(from decoder: any Decoder) throws { signature = try Signature(from: decoder) }
        func encode(to encoder: any Encoder) throws { try signature.encode(to: encoder) }
        func hash(into hasher: inout Hasher) { hasher.combine(signature) }
        static func == (lhs: Signed, rhs: Signed) -> Bool { lhs.signature == rhs.signature }
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
        /// The time inside the signature, in whole milliseconds.
        package var time: Timestamp
        /// The ECDSA signature, DER.
        public var signature: Data

        /// A signature with the values it covers.
        public init(keyID: String, nonce: UUID, timestamp: Date, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.time = Timestamp(timestamp)
            self.signature = signature
        }
    }

    /// An offer to ask for.
    public init(id: String, type: StoreOffer.OfferType, signature: Signature? = nil) {
        self.id = id
        self.type = type
        signed = signature.map(Signed.init)
    }
}
