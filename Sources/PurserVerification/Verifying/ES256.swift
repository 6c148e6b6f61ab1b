#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Crypto
    import X509

    /// The one algorithm of the store's JWS: ECDSA with P-256 and SHA-256 (RFC 7518, section 3.4).
    enum ES256 {
        /// Checks that a header names this algorithm and nothing unknown to this version.
        static func check(_ header: JWSHeader) throws(SignedDataFailure) {
            guard header.algorithm == "ES256" else {
                throw SignedDataFailure(
                    .unsupportedAlgorithm, .algorithm,
                    "The header has the algorithm \(header.algorithm ?? "that is missing"); the App Store signs with "
                        + "ES256. Reject it."
                )
            }
            guard header.criticalExtensions == nil else {
                throw SignedDataFailure(
                    .unsupportedAlgorithm, .algorithm,
                    "The header has critical extensions (crit); the App Store uses none. Reject it.")
            }
        }

        /// Checks a signature by the key of a chain, which must be on the curve P-256: r and s, 32 bytes each.
        static func check(
            _ signature: [UInt8], of bytes: ArraySlice<UInt8>, by chain: TrustedChain
        ) throws(SignedDataFailure) {
            guard let key = P256.Signing.PublicKey(chain.key) else {
                throw SignedDataFailure(
                    .unsupportedAlgorithm, .signature,
                    "The signer's key is not on the curve P-256, which ES256 needs. Reject it.")
            }
            guard signature.count == 64 else {
                throw SignedDataFailure(
                    .invalidSignature, .signature,
                    "The signature has \(signature.count) bytes; ES256 has 64. Reject it.")
            }
            guard let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
                key.isValidSignature(ecdsa, for: bytes)
            else {
                throw SignedDataFailure(
                    .invalidSignature, .signature,
                    "The signature does not belong to this text: it was changed, or has another signer. Reject it.")
            }
        }
    }
#endif
