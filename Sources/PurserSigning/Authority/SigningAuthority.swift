#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    import Crypto
    public import Purser
    public import PurserVerification
    import X509

    /// A throw-away authority that signs as the App Store does: a root, an issuer with Apple's mark, and signers with another.
    ///
    /// Its keys are made when it is made, are held in memory alone, and vouch only where somebody pins ``rootCertificate``: leave
    /// that to tests. Its certificates are valid from 1970 to 2999, so that simulated time may go where it likes.
    public struct SigningAuthority: Sendable {
        /// The root, in DER: what a verifier has to pin.
        public let rootCertificate: Data
        let certificates: StoreCertificates
        private let key: SigningKey
        private let strangeKey = SigningKey()
        let receiptSigner: ReceiptSigner
        /// The header of every signature, encoded: the same bytes, so that a verifier knows the chain.
        private let header: String

        /// An authority with keys of its own.
        ///
        /// - Parameters:
        ///   - receiptKey: an RSA key in PEM that signs receipts; made when the first receipt is signed unless given, which may
        ///     take a second.
        ///   - ocspAddress: where to ask whether its signers' certificates were revoked, as they then say.
        /// - Throws: `BackendError` with `.systemError` when the key is not readable, or a certificate could not be made.
        public init(receiptKey: String? = nil, ocspAddress: String? = nil) throws(BackendError) {
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
                throw BackendError(
                    .systemError, "The signing authority could not be made. Look at the receipt key, if one was given.",
                    underlying: error)
            }
        }

        /// What a verifier of an app accepts that trusts this authority alone.
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
        /// - Parameter isGenuine: whether the signature is to be valid; otherwise it is another key's.
        /// - Returns: a compact JWS.
        /// - Throws: `BackendError` with `.systemError`.
        func sign(_ payload: JSONValue, isGenuine: Bool = true) throws(BackendError) -> String {
            do {
                return try CompactJWS.text(header: header, payload: payload) { bytes in
                    try (isGenuine ? key : strangeKey).signature(for: bytes).rawRepresentation
                }
            } catch {
                throw BackendError(.systemError, "Nothing could be signed. Try again.", underlying: error)
            }
        }
    }

    extension SigningAuthority {
        /// Signs a transaction.
        ///
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func sign(_ transaction: StoreTransaction) throws(BackendError) -> String {
            try sign(transaction.signedJSON)
        }

        /// Signs a renewal info.
        ///
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func sign(_ renewalInfo: StoreRenewalInfo) throws(BackendError) -> String {
            try sign(renewalInfo.signedJSON)
        }

        /// Signs an app transaction.
        ///
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func sign(_ appTransaction: StoreAppTransaction) throws(BackendError) -> String {
            try sign(appTransaction.signedJSON)
        }
    }
#endif
