#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreOffer {
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
