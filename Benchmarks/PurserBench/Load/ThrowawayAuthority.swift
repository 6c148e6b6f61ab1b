#if Verification
    import Crypto
    import SwiftASN1
    import X509

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A chain of the store's shape that lives as long as the process, and signs as the store does.
    struct ThrowawayAuthority {
        let key = P256.Signing.PrivateKey()
        /// The root's certificate, in DER.
        let root: Data
        private let header: String

        init() throws {
            let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            let issuerKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            let isAuthority = BasicConstraints.isCertificateAuthority(maxPathLength: nil)
            let root = try Self.certificate("Root", rootKey.publicKey, by: "Root", rootKey, isAuthority, nil)
            let issuer = try Self.certificate(
                "Issuer", issuerKey.publicKey, by: "Root", rootKey, isAuthority, [1, 2, 840, 113635, 100, 6, 2, 1])
            let leaf = try Self.certificate(
                "Signer", Certificate.PrivateKey(key).publicKey, by: "Issuer", issuerKey, .notCertificateAuthority,
                [1, 2, 840, 113635, 100, 6, 11, 1])
            self.root = root
            let certificates = [leaf, issuer, root].map { "\"\($0.base64EncodedString())\"" }
            header = Self.text(#"{"alg":"ES256","x5c":[\#(certificates.joined(separator: ","))]}"#)
        }

        /// A compact JWS over this payload.
        func sign(_ payload: String) throws -> String {
            let text = "\(header).\(Self.text(payload))"
            return "\(text).\(Self.text(try key.signature(for: Data(text.utf8)).rawRepresentation))"
        }

        private static func text(_ text: String) -> String { Self.text(Data(text.utf8)) }

        /// Base64 for addresses, without padding.
        private static func text(_ data: Data) -> String {
            String(
                data.base64EncodedString().compactMap { character -> Character? in
                    switch character {
                    case "+": "-"
                    case "/": "_"
                    case "=": nil
                    default: character
                    }
                })
        }

        private static func certificate(
            _ name: String, _ key: Certificate.PublicKey, by issuer: String, _ issuerKey: Certificate.PrivateKey,
            _ constraints: BasicConstraints, _ mark: ASN1ObjectIdentifier?
        ) throws -> Data {
            var extensions = [try Certificate.Extension(constraints, critical: true)]
            if let mark {
                extensions.append(Certificate.Extension(oid: mark, critical: false, value: [5, 0]))
            }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
                notValidBefore: Date(timeIntervalSince1970: 1_600_000_000),
                notValidAfter: Date(timeIntervalSince1970: 2_000_000_000),
                issuer: try DistinguishedName { CommonName(issuer) },
                subject: try DistinguishedName { CommonName(name) },
                extensions: try Certificate.Extensions(extensions), issuerPrivateKey: issuerKey)
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return Data(serializer.serializedBytes)
        }
    }
#endif
