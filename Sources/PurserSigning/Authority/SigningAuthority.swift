#if Verification
    import PurserFormats

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    import Crypto
    public import Purser
    public import PurserVerification
    import X509

    /// A certificate authority for tests that signs in the App Store's format: a root, an issuer and signers with Apple's extensions.
    ///
    /// Each one makes its own keys, in memory only. A verifier accepts its signatures only if ``rootCertificate`` is pinned: do that
    /// in tests only. Its certificates are valid from 1970 to 2999, for any simulated date.
    public struct SigningAuthority: Sendable {
        /// The root certificate in DER, which a verifier has to pin.
        public let rootCertificate: Data
        let certificates: StoreCertificates
        private let key: SigningKey
        private let strangeKey = SigningKey()
        let receiptSigner: ReceiptSigner
        /// The encoded header of every signature: its bytes are always the same, so a verifier checks the chain once.
        private let header: String

        /// Makes an authority with new keys.
        ///
        /// - Parameters:
        ///   - receiptKey: an RSA key in PEM that signs receipts; `nil` to make one with the first receipt, which may take a second.
        ///   - ocspAddress: the OCSP address in the signers' certificates; `nil` for none.
        /// - Throws: `BackendFailure` with `.systemError` if the key cannot be read, or a certificate cannot be made.
        public init(receiptKey: String? = nil, ocspAddress: String? = nil) throws(BackendFailure) {
            do {
                let key = P256.Signing.PrivateKey()
                certificates = try StoreCertificates(ocspAddress: ocspAddress)
                let leaf = try certificates.leaf(for: Certificate.PrivateKey(key).publicKey)
                let chain = [leaf, certificates.issuer, certificates.root]
                let names = try chain.map { JSONValue.string(try $0.encoded.base64EncodedString()) }
                let header = JSONValue.object(["alg": .string("ES256"), "x5c": .array(names)])
                self.header = CompactJWS.encoded(header)
                self.key = SigningKey(key)
                rootCertificate = try certificates.root.encoded
                receiptSigner = ReceiptSigner(certificates, key: try receiptKey.map { try .init(pemEncoded: $0) })
            } catch {
                throw BackendFailure(
                    .systemError, "The signing authority could not be made. Check the receipt key, if one was passed.",
                    underlying: error)
            }
        }

        /// The configuration of a verifier that accepts this authority only.
        public func accepted(
            bundleID: String, appID: UInt64? = nil, environments: Set<StoreEnvironment> = [.localTesting]
        ) -> SignedDataVerifier.Configuration {
            var configuration = SignedDataVerifier.Configuration(
                bundleID: bundleID, appID: appID, environments: environments)
            configuration.rootCertificates = [rootCertificate]
            return configuration
        }

        /// Signs JSON.
        ///
        /// - Parameter isGenuine: whether the signature is valid; an invalid one is made with another key.
        /// - Returns: a compact JWS.
        /// - Throws: `BackendFailure` with `.systemError`.
        func sign(_ payload: JSONValue, isGenuine: Bool = true) throws(BackendFailure) -> String {
            do {
                return try CompactJWS.text(header: header, payload: payload) { bytes in
                    try (isGenuine ? key : strangeKey).signature(for: bytes).rawRepresentation
                }
            } catch {
                throw BackendFailure(.systemError, "Nothing could be signed. Try again.", underlying: error)
            }
        }
    }

    extension SigningAuthority {
        /// Signs a transaction.
        ///
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func sign(_ transaction: StoreTransaction) throws(BackendFailure) -> String {
            try sign(transaction.signedJSON)
        }

        /// Signs a renewal info.
        ///
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func sign(_ renewalInfo: StoreRenewalInfo) throws(BackendFailure) -> String {
            try sign(renewalInfo.signedJSON)
        }

        /// Signs an app transaction.
        ///
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func sign(_ appTransaction: StoreAppTransaction) throws(BackendFailure) -> String {
            try sign(appTransaction.signedJSON)
        }

        /// Signs a request for a retention message, for a test of the server that answers it.
        ///
        /// - Parameters:
        ///   - originalTransactionID: the subscription that the customer is about to cancel, by its first transaction.
        ///   - productID: the product that they have.
        ///   - appID: the app's number in the App Store.
        ///   - userLocale: the locale of their device.
        ///   - environment: where it is signed.
        ///   - date: when it is signed.
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func signRetentionRequest(
            for originalTransactionID: String, of productID: String, appID: UInt64, userLocale: String = "en-US",
            environment: StoreEnvironment = .localTesting, at date: Date = Date()
        ) throws(BackendFailure) -> String {
            try sign(
                .object([
                    "originalTransactionId": .string(originalTransactionID), "productId": .string(productID),
                    "appAppleId": .number("\(appID)"), "userLocale": .string(userLocale),
                    "requestIdentifier": .string(UUID().uuidString.lowercased()),
                    "environment": .string(environment.rawValue),
                    "signedDate": .number("\(Timestamp(date).milliseconds)"),
                ]))
        }
    }
#endif
