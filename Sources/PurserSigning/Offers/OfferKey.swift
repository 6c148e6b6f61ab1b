#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    import Crypto
    public import Purser
    import PurserFormats
    public import PurserSimulator
    import PurserVerification

    /// A key for signing offers in tests: a test signs with it, and the embedded App Store checks with it.
    ///
    /// Xcode puts such a key into a `.storekit` file. Never use a key from App Store Connect in a test; a server signs offers with
    /// `ServerAPIKey`.
    public struct OfferKey: Sendable {
        /// The key's identifier.
        public let id: String
        private let key: SigningKey

        /// Makes a new key.
        public init(id: String = "TESTKEY001") {
            self.id = id
            key = SigningKey()
        }

        /// Reads a key from its bytes in DER, which `.storekit` files contain in Base64.
        ///
        /// - Throws: `BackendFailure` with `.clientInvalid` if it is not a private key on the curve P-256.
        public init(id: String, privateKey: Data) throws(BackendFailure) {
            self.id = id
            do { key = SigningKey(try P256.Signing.PrivateKey(derRepresentation: privateKey)) } catch {
                throw BackendFailure(
                    .clientInvalid,
                    "The private key \(id) cannot sign offers: it is not a P-256 key in DER. Make another in Xcode.",
                    underlying: error)
            }
        }

        /// Reads the key of a StoreKit configuration; `nil` if it has none.
        ///
        /// - Throws: `BackendFailure` with `.clientInvalid` if it is not a private key on the curve P-256.
        public init?(_ configuration: StoreKitConfiguration) throws(BackendFailure) {
            guard let id = configuration.offersKeyID, let bytes = configuration.offersPrivateKey else { return nil }
            try self.init(id: id, privateKey: bytes)
        }

        /// Signs a promotional offer in the old format, which joins the fields; the signature is valid for 24 hours.
        ///
        /// - Parameters:
        ///   - offerID: the identifier of the offer.
        ///   - productID: the subscription with this offer.
        ///   - bundleID: the app.
        ///   - appAccountToken: the app's user, whom the purchase must contain too; `nil` for any.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func signature(
            forOffer offerID: String, of productID: String, bundleID: String, appAccountToken: UUID? = nil,
            nonce: UUID = UUID(), at date: Date
        ) throws(BackendFailure) -> StoreOffer.Signature {
            let subject = OfferSubject(
                bundleID: bundleID, productID: productID, offerID: offerID, appAccountToken: appAccountToken)
            var signature = StoreOffer.Signature(keyID: id, nonce: nonce, timestamp: date, signature: Data())
            signature.signature = try signed(Data(signature.joined(with: subject).utf8)).derRepresentation
            return signature
        }

        /// Signs a promotional offer, and returns compact JWS.
        ///
        /// - Parameters:
        ///   - offerID: the identifier of the offer.
        ///   - productID: the subscription with this offer.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the one customer who may use the offer; `nil` for any customer.
        ///   - issuer: the issuer identifier.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func promotionalOffer(
            _ offerID: String, of productID: String, bundleID: String, transactionID: String? = nil,
            issuer: String = "tests", nonce: UUID = UUID(), at date: Date
        ) throws(BackendFailure) -> String {
            try compactJWS(
                .promotionalOffer(
                    offerID, of: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuer,
                    nonce: nonce, at: date))
        }

        /// Signs whether a customer gets the introductory offer, and returns compact JWS.
        ///
        /// - Parameters:
        ///   - isAllowed: whether the customer gets the offer.
        ///   - productID: the subscription with this offer.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, or the customer's app transaction identifier.
        ///   - issuer: the issuer identifier.
        ///   - nonce: a value for one use.
        ///   - date: the date of the signature.
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func introductoryOfferEligibility(
            _ isAllowed: Bool, for productID: String, bundleID: String, transactionID: String,
            issuer: String = "tests", nonce: UUID = UUID(), at date: Date
        ) throws(BackendFailure) -> String {
            try compactJWS(
                .introductoryOfferEligibility(
                    isAllowed, for: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuer,
                    nonce: nonce, at: date))
        }

        private func compactJWS(_ claims: OfferClaims) throws(BackendFailure) -> String {
            try CompactJWS.text(header: CompactJWS.header(keyID: id), payload: .object(claims.members)) {
                bytes throws(BackendFailure) in try signed(bytes).rawRepresentation
            }
        }

        private func signed(_ bytes: Data) throws(BackendFailure) -> P256.Signing.ECDSASignature {
            do { return try key.signature(for: bytes) } catch {
                throw BackendFailure(.systemError, "The offer could not be signed. Try again.", underlying: error)
            }
        }

        /// Whether this key made the DER signature of these bytes.
        func isValid(der signature: Data, for bytes: Data) -> Bool {
            (try? P256.Signing.ECDSASignature(derRepresentation: signature))
                .map { key.isValid($0, for: bytes) } ?? false
        }

        /// Whether this key made the JWS signature of these bytes.
        func isValid(raw signature: Data, for bytes: Data) -> Bool {
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValid($0, for: bytes) } ?? false
        }
    }
#endif
