#if Verification
    import Crypto
    import Foundation
    import Purser
    import SwiftASN1
    import X509

    @testable import PurserVerification

    /// A throw-away authority of the store's shape: a root, an issuer with Apple's mark, and signers with another.
    ///
    /// Its keys are made when a test runs, on the store's curves: P-384 above, P-256 for the signer.
    struct TestAuthority {
        /// What may differ from the store's shape.
        struct Shape {
            var leafMark: ASN1ObjectIdentifier? = ChainVerifier.leafMark
            var intermediateMark: ASN1ObjectIdentifier? = ChainVerifier.intermediateMark
            var isIssuerAuthority = true
            var isLeafAuthority = false
            var issuerUsage = KeyUsage(keyCertSign: true, cRLSign: true)
            var leafUsage = KeyUsage(digitalSignature: true)
            var leafKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
            var isCriticalUnknown = false
            var isLeafByRoot = false
            var leafDates = TestAuthority.dates
            var ocsp: String?
        }

        static let dates = date("2023-01-01")...date("2033-01-01")
        static let start = date("2024-01-01")

        let root: Certificate
        let issuer: Certificate
        let leaf: Certificate
        let key: Certificate.PrivateKey
        let issuerKey: Certificate.PrivateKey

        static func date(_ day: String) -> Date { (try? Date("\(day)T00:00:00Z", strategy: .iso8601)) ?? .distantPast }

        init(_ shape: Shape = Shape(), name: String = "Test") throws {
            let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            issuerKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
            let rootName = try Self.name("\(name) Root")
            let issuerName = try Self.name("\(name) Issuer")
            root = try Self.certificate(
                rootKey.publicKey, rootName, by: rootKey, rootName,
                [Self.constraints(true, 1), Self.usage(KeyUsage(keyCertSign: true, cRLSign: true))])
            issuer = try Self.certificate(
                issuerKey.publicKey, issuerName, by: rootKey, rootName,
                [Self.constraints(shape.isIssuerAuthority, 0), Self.usage(shape.issuerUsage)]
                    + Self.mark(shape.intermediateMark))
            var extensions =
                [try Self.constraints(shape.isLeafAuthority, nil), try Self.usage(shape.leafUsage)]
                + Self.mark(shape.leafMark)
            if shape.isCriticalUnknown {
                extensions.append(Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0]))
            }
            if let ocsp = shape.ocsp {
                let access = AuthorityInformationAccess([
                    .init(method: .ocspServer, location: .uniformResourceIdentifier(ocsp))
                ])
                extensions.append(try Certificate.Extension(access, critical: false))
            }
            key = shape.leafKey
            leaf = try Self.certificate(
                key.publicKey, Self.name("\(name) Signer"), by: shape.isLeafByRoot ? rootKey : issuerKey,
                shape.isLeafByRoot ? rootName : issuerName, extensions, shape.leafDates)
        }

        /// The three certificates, as a header brings them.
        var certificates: [Data] { get throws { [try leaf.der, try issuer.der, try root.der] } }

        static func name(_ common: String) throws -> DistinguishedName {
            try DistinguishedName {
                CommonName(common)
                OrganizationName("Purser's tests")
            }
        }

        static func certificate(
            _ key: Certificate.PublicKey, _ subject: DistinguishedName, by issuerKey: Certificate.PrivateKey,
            _ issuer: DistinguishedName, _ extensions: [Certificate.Extension],
            _ dates: ClosedRange<Date> = TestAuthority.dates
        ) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
                notValidBefore: dates.lowerBound, notValidAfter: dates.upperBound, issuer: issuer, subject: subject,
                extensions: try Certificate.Extensions(extensions), issuerPrivateKey: issuerKey)
        }

        static func constraints(_ isAuthority: Bool, _ length: Int?) throws -> Certificate.Extension {
            try Certificate.Extension(
                isAuthority
                    ? BasicConstraints.isCertificateAuthority(maxPathLength: length) : .notCertificateAuthority,
                critical: true)
        }

        static func usage(_ usage: KeyUsage) throws -> Certificate.Extension {
            try Certificate.Extension(usage, critical: true)
        }

        static func mark(_ identifier: ASN1ObjectIdentifier?) -> [Certificate.Extension] {
            identifier.map { [Certificate.Extension(oid: $0, critical: false, value: [5, 0])] } ?? []
        }
    }

    extension Certificate {
        var der: Data {
            get throws {
                var serializer = DER.Serializer()
                try serializer.serialize(self)
                return Data(serializer.serializedBytes)
            }
        }
    }

    /// Who signs in an authority's name.
    protocol TestSigning {
        var authority: TestAuthority { get }
    }

    extension TestSigning {
        /// A verifier that trusts this signer's root.
        func verifier(
            _ environments: Set<StoreEnvironment> = [.sandbox],
            change: (inout SignedDataVerifier.Configuration) -> Void = { _ in }
        ) throws -> SignedDataVerifier {
            var configuration = SignedDataVerifier.Configuration(
                bundleID: "com.example.garden", appID: 1234, environments: environments)
            configuration.rootCertificates = [try authority.root.der]
            configuration.clock = StandingClock(date: TestAuthority.start)
            change(&configuration)
            return try SignedDataVerifier(configuration)
        }
    }
#endif
