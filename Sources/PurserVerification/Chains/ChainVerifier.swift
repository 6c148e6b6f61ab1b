#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import SwiftASN1
    @_spi(FixedExpiryValidationTime) import X509

    /// Decides whether certificates lead to a pinned root, as the App Store's do.
    ///
    /// swift-certificates builds the chain, and checks its signatures, names, constraints and dates. This type checks
    /// the App Store's further requirements: exactly three certificates, Apple's marks on two of them, and the allowed
    /// uses of their keys.
    struct ChainVerifier: Sendable {
        /// The pinned roots, each with its bytes.
        let roots: [(certificate: Certificate, bytes: Data)]

        /// Marks a certificate that signs the App Store's data.
        static let leafMark: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
        /// Marks the authority that issues such certificates.
        static let intermediateMark: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

        /// Checks the signer's certificate and its issuer's at the moment when something was signed.
        func verify(leaf: Data, intermediate: Data, at date: Date) async throws(SignedDataFailure) -> TrustedChain {
            let first = try Self.certificate(leaf, "signer's")
            let second = try Self.certificate(intermediate, "issuer's")
            try Self.checkMarks(first, second)
            let dates = try Self.dates(first, second, at: date)
            let root = try await root(first, second, at: date)
            return TrustedChain(
                certificates: CertificateChain(
                    leaf: leaf, intermediate: intermediate, root: roots.first { $0.certificate == root }?.bytes,
                    ocspAddresses: Self.ocspAddresses(first)),
                key: first.publicKey, dates: dates.clamped(to: root.notValidBefore...root.notValidAfter))
        }

        /// Reads one certificate.
        static func certificate(_ bytes: Data, _ name: StaticString) throws(SignedDataFailure) -> Certificate {
            let certificate: Certificate
            let isWhole: Bool
            do {
                let node = try DER.parse(Array(bytes))
                certificate = try Certificate(derEncoded: node)
                isWhole = try hasWholeSignature(node)
            } catch {
                throw SignedDataFailure(
                    .invalidCertificate, .certificates, "The \(name) certificate is not readable: \(error). Reject it.")
            }
            guard isWhole else {
                throw SignedDataFailure(
                    .invalidCertificate, .certificates,
                    "The \(name) certificate has a signature with unused bits. Reject it.")
            }
            return certificate
        }

        /// Whether all bits of a certificate's signature count, as in every one that an authority issues.
        ///
        /// The check of the signature ignores unused bits: the certificate would have a second spelling.
        private static func hasWholeSignature(_ certificate: ASN1Node) throws -> Bool {
            try DER.sequence(certificate, identifier: .sequence) { nodes in
                // The signed data, and its algorithm.
                _ = (nodes.next(), nodes.next())
                return try ASN1BitString(derEncoded: &nodes).paddingBits == 0
            }
        }

        private static func checkMarks(_ leaf: Certificate, _ issuer: Certificate) throws(SignedDataFailure) {
            guard leaf.extensions[oid: leafMark] != nil else {
                throw rejected(
                    "The signer's certificate lacks Apple's marker for signatures of the App Store (\(leafMark)).")
            }
            guard issuer.extensions[oid: intermediateMark] != nil else {
                throw rejected("The issuer's certificate lacks Apple's marker for its authority (\(intermediateMark)).")
            }
            do {
                if let usage = try leaf.extensions.keyUsage, !usage.digitalSignature {
                    throw rejected("The signer's certificate is not for signatures.")
                }
                if let usage = try issuer.extensions.keyUsage, !usage.keyCertSign {
                    throw rejected("The issuer's certificate is not for issuing certificates.")
                }
                if case .isCertificateAuthority? = try leaf.extensions.basicConstraints {
                    throw rejected("The signer's certificate is that of an authority.")
                }
            } catch let error as SignedDataFailure {
                throw error
            } catch {
                throw rejected("A certificate has unreadable extensions: \(error).")
            }
        }

        private static func rejected(_ reason: String) -> SignedDataFailure {
            SignedDataFailure(
                .invalidCertificate, .certificates, reason + " The App Store has not signed it; reject it.")
        }

        private static func dates(
            _ leaf: Certificate, _ issuer: Certificate, at date: Date
        ) throws(SignedDataFailure) -> ClosedRange<Date> {
            let start = max(leaf.notValidBefore, issuer.notValidBefore)
            let end = min(leaf.notValidAfter, issuer.notValidAfter)
            guard start <= end else {
                throw SignedDataFailure(
                    .expiredCertificate, .dates, "The certificates were never valid at the same time. Reject it.")
            }
            try TrustedChain.check(date, in: start...end)
            return start...end
        }

        /// The pinned root that the two lead to.
        private func root(
            _ leaf: Certificate, _ issuer: Certificate, at date: Date
        ) async throws(SignedDataFailure) -> Certificate {
            var verifier = Verifier(rootCertificates: CertificateStore(roots.map(\.certificate))) {
                RFC5280Policy(fixedExpiryValidationTime: date)
                ThreeCertificates()
            }
            switch await verifier.validate(leaf: leaf, intermediates: CertificateStore([issuer])) {
            case .validCertificate(let chain): return chain.root
            case .couldNotValidate(let failures):
                let reasons = failures.map { "\($0.policyFailureReason)" }.joined(separator: "; ")
                throw SignedDataFailure(
                    .untrustedChain, .chain,
                    "The certificates lead to no pinned root\(reasons.isEmpty ? "" : " (\(reasons))"). Reject it; if "
                        + "it comes from an authority of your own, pin its root."
                )
            }
        }

        private static func ocspAddresses(_ certificate: Certificate) -> [String] {
            guard let access = try? certificate.extensions.authorityInformationAccess else { return [] }
            return access.compactMap { description in
                guard description.method == .ocspServer,
                    case .uniformResourceIdentifier(let address) = description.location
                else { return nil }
                return address
            }
        }
    }

    /// The App Store's chains have exactly three certificates.
    private struct ThreeCertificates: VerifierPolicy {
        let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

        func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
            chain.count == 3
                ? .meetsPolicy : .failsToMeetPolicy(reason: "the chain has \(chain.count) certificates, not three")
        }
    }
#endif
