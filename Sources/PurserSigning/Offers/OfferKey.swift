#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    import Crypto
    public import Purser
    public import PurserSimulator
    import PurserVerification

    /// A key by which an app's server signs offers: what a test signs with, and what the embedded App Store checks by.
    ///
    /// Xcode puts such a key into a `.storekit` file, for tests alone. Do not give a test the key of App Store Connect.
    public struct OfferKey: Sendable {
        /// The key's identifier.
        public let id: String
        private let key: SigningKey

        /// A new key.
        public init(id: String = "TESTKEY001") {
            self.id = id
            key = SigningKey()
        }

        /// A key by its bytes: DER, as `.storekit` files have it in Base64.
        ///
        /// - Throws: `BackendError` with `.clientInvalid` when it is no private key on the curve P-256.
        public init(id: String, privateKey: Data) throws(BackendError) {
            self.id = id
            do { key = SigningKey(try P256.Signing.PrivateKey(derRepresentation: privateKey)) } catch {
                throw BackendError(
                    .clientInvalid,
                    "The private key \(id) is none for signing offers (P-256 in DER). Have Xcode make another.",
                    underlying: error)
            }
        }

        /// The key of a `.storekit` file; `nil` when it has none.
        ///
        /// - Throws: `BackendError` with `.clientInvalid` when it is no private key on the curve P-256.
        public init?(_ configuration: StoreKitConfiguration) throws(BackendError) {
            guard let id = configuration.offersKeyID, let bytes = configuration.offersPrivateKey else { return nil }
            try self.init(id: id, privateKey: bytes)
        }

        /// Signs a promotional offer in the old form: the fields joined, good for 24 hours.
        ///
        /// - Parameters:
        ///   - offerID: the offer.
        ///   - productID: the subscription that has it.
        ///   - bundleID: the app.
        ///   - appAccountToken: the app's own user, whom the purchase must name then.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func signature(
            forOffer offerID: String, of productID: String, bundleID: String, appAccountToken: UUID? = nil,
            nonce: UUID = UUID(), at date: Date
        ) throws(BackendError) -> StoreOffer.Signature {
            let subject = OfferSubject(
                bundleID: bundleID, productID: productID, offerID: offerID, appAccountToken: appAccountToken)
            var signature = StoreOffer.Signature(keyID: id, nonce: nonce, timestamp: date, signature: Data())
            signature.signature = try signed(Data(signature.joined(with: subject).utf8)).derRepresentation
            return signature
        }

        /// Signs a promotional offer as compact JWS.
        ///
        /// - Parameters:
        ///   - offerID: the offer.
        ///   - productID: the subscription that has it.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, who alone may use it then.
        ///   - issuer: who signs, by the identifier of App Store Connect.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func promotionalOffer(
            _ offerID: String, of productID: String, bundleID: String, transactionID: String? = nil,
            issuer: String = "tests", nonce: UUID = UUID(), at date: Date
        ) throws(BackendError) -> String {
            try compactJWS(
                .promotionalOffer(
                    offerID, of: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuer,
                    nonce: nonce, at: date))
        }

        /// Signs whether a customer may have the introductory offer, as compact JWS.
        ///
        /// - Parameters:
        ///   - isAllowed: whether they may.
        ///   - productID: the subscription that has it.
        ///   - bundleID: the app.
        ///   - transactionID: a transaction of the customer, or the identifier of their copy of the app.
        ///   - issuer: who signs, by the identifier of App Store Connect.
        ///   - nonce: a value that is used once.
        ///   - date: when it is signed.
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func introductoryOfferEligibility(
            _ isAllowed: Bool, for productID: String, bundleID: String, transactionID: String,
            issuer: String = "tests", nonce: UUID = UUID(), at date: Date
        ) throws(BackendError) -> String {
            try compactJWS(
                .introductoryOfferEligibility(
                    isAllowed, for: productID, bundleID: bundleID, transactionID: transactionID, issuer: issuer,
                    nonce: nonce, at: date))
        }

        private func compactJWS(_ claims: OfferClaims) throws(BackendError) -> String {
            try CompactJWS.text(header: CompactJWS.header(keyID: id), payload: .object(claims.members)) {
                bytes throws(BackendError) in try signed(bytes).rawRepresentation
            }
        }

        private func signed(_ bytes: Data) throws(BackendError) -> P256.Signing.ECDSASignature {
            do { return try key.signature(for: bytes) } catch {
                throw BackendError(.systemError, "The offer could not be signed. Try again.", underlying: error)
            }
        }

        /// Whether a signature in DER belongs to these bytes and this key.
        func isValid(der signature: Data, for bytes: Data) -> Bool {
            (try? P256.Signing.ECDSASignature(derRepresentation: signature))
                .map { key.isValid($0, for: bytes) } ?? false
        }

        /// Whether a signature of a JWS belongs to these bytes and this key.
        func isValid(raw signature: Data, for bytes: Data) -> Bool {
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValid($0, for: bytes) } ?? false
        }
    }
#endif
