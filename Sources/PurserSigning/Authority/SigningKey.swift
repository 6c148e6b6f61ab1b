#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Crypto

    /// A private key on the curve P-256.
    ///
    /// It is kept as its bytes: the crypto library's own type is not Sendable in all versions.
    struct SigningKey: Sendable {
        private let bytes: Data
        private let publicBytes: Data

        /// A new key.
        init() { self.init(P256.Signing.PrivateKey()) }

        /// A key of the crypto library.
        init(_ key: P256.Signing.PrivateKey) {
            bytes = key.rawRepresentation
            publicBytes = key.publicKey.rawRepresentation
        }

        /// Signs bytes by ES256.
        func signature(for message: Data) throws -> P256.Signing.ECDSASignature {
            try P256.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message)
        }

        /// Whether this key made the signature of these bytes.
        func isValid(_ signature: P256.Signing.ECDSASignature, for message: Data) -> Bool {
            let key = try? P256.Signing.PublicKey(rawRepresentation: publicBytes)
            return key?.isValidSignature(signature, for: message) ?? false
        }
    }
#endif
