#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Crypto
    import SwiftASN1
    import X509

    /// Certificates in the App Store's format: root and issuer use P-384; the issuer and its signers have Apple's
    /// extensions.
    struct StoreCertificates: Sendable {
        let root: Certificate
        let issuer: Certificate
        private let issuerKey: Certificate.PrivateKey
        private let ocspAddress: String?

        /// 1970 to 2999.
        private static let dates = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 32_503_593_600)

        init(ocspAddress: String?) throws {
            let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            issuerKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            let rootName = try Self.name("Simulated Root CA")
            let usage = try Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true)
            root = try Self.certificate(
                rootKey.publicKey, rootName, by: rootKey, rootName, [Self.constraints(authorities: 1), usage])
            issuer = try Self.certificate(
                issuerKey.publicKey, Self.name("Simulated Developer Relations CA"), by: rootKey, rootName,
                [Self.constraints(authorities: 0), usage, Self.mark([1, 2, 840, 113635, 100, 6, 2, 1])])
            self.ocspAddress = ocspAddress
        }

        /// The certificate of a key that signs transactions.
        func leaf(for key: Certificate.PublicKey) throws -> Certificate {
            var extensions = [
                try Self.constraints(authorities: nil),
                try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
                Self.mark([1, 2, 840, 113635, 100, 6, 11, 1]),
            ]
            if let ocspAddress {
                let access = AuthorityInformationAccess([
                    .init(method: .ocspServer, location: .uniformResourceIdentifier(ocspAddress))
                ])
                extensions.append(try Certificate.Extension(access, critical: false))
            }
            return try Self.certificate(
                key, Self.name("Simulated App Store"), by: issuerKey, issuer.subject, extensions)
        }

        private static func certificate(
            _ key: Certificate.PublicKey, _ subject: DistinguishedName, by issuerKey: Certificate.PrivateKey,
            _ issuer: DistinguishedName, _ extensions: [Certificate.Extension]
        ) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
                notValidBefore: dates.lowerBound, notValidAfter: dates.upperBound, issuer: issuer, subject: subject,
                extensions: try Certificate.Extensions(extensions), issuerPrivateKey: issuerKey)
        }

        private static func name(_ common: String) throws -> DistinguishedName {
            try DistinguishedName {
                CommonName(common)
                OrganizationName("Purser")
            }
        }

        /// The number of authorities allowed below it; `nil` for a certificate that is not an authority.
        private static func constraints(authorities: Int?) throws -> Certificate.Extension {
            try Certificate.Extension(
                authorities.map { BasicConstraints.isCertificateAuthority(maxPathLength: $0) }
                    ?? .notCertificateAuthority,
                critical: true)
        }

        private static func mark(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
            Certificate.Extension(oid: identifier, critical: false, value: [5, 0])
        }
    }

    extension Certificate {
        /// The certificate in DER.
        var encoded: Data {
            get throws {
                var serializer = DER.Serializer()
                try serializer.serialize(self)
                return Data(serializer.serializedBytes)
            }
        }
    }
#endif
