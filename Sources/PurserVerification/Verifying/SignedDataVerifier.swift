#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Crypto
    import Purser
    import X509

    /// Checks data that the App Store has signed: transactions, renewal infos, app transactions, notifications and
    /// requests for retention messages, as compact JWS.
    ///
    /// The checks are made in a fixed order; the first that fails is thrown. A checked chain is kept until
    /// 32 others have replaced it: another signature with the same header costs one P-256 verification, and its date is compared
    /// with the certificates' dates. Make one verifier, and keep it: copies share the known chains.
    public struct SignedDataVerifier: Sendable {
        /// The accepted apps, environments and certificates.
        public let configuration: Configuration
        let chains = KnownChains()
        private let verifier: ChainVerifier
        private let revocation: RevocationCache?

        /// A verifier of one app.
        ///
        /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/invalidConfiguration`` when it would accept nothing or too much,
        ///   and with ``SignedDataFailure/Code/invalidCertificate`` when a root is unreadable.
        public init(_ configuration: Configuration) throws(SignedDataFailure) {
            try configuration.check()
            self.configuration = configuration
            var roots: [(certificate: Certificate, bytes: Data)] = []
            for root in configuration.rootCertificates {
                roots.append((try ChainVerifier.certificate(root, "root's"), root))
            }
            for pinned in configuration.pinnedCertificates { _ = try ChainVerifier.certificate(pinned, "pinned") }
            verifier = ChainVerifier(roots: roots)
            revocation = configuration.revocationChecker.map {
                RevocationCache($0, lifetime: configuration.revocationLifetime, clock: configuration.clock)
            }
        }

        /// Checks a signed transaction.
        ///
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed.
        public func verifyTransaction(_ jws: String) async throws(SignedDataFailure) -> VerifiedTransaction {
            try await verify(jws)
        }

        /// Checks a signed renewal info; it has no app, so only its kind and its environment are compared.
        ///
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed.
        public func verifyRenewalInfo(_ jws: String) async throws(SignedDataFailure) -> VerifiedRenewalInfo {
            try await verify(jws)
        }

        /// Checks a signed app transaction.
        ///
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed.
        public func verifyAppTransaction(_ jws: String) async throws(SignedDataFailure) -> VerifiedAppTransaction {
            try await verify(jws)
        }

        /// Checks a signed request for a retention message; it names the app by its number alone, so configure that number.
        ///
        /// - Parameter jws: the member `signedPayload` of the posted body.
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed.
        public func verifyRetentionRequest(_ jws: String) async throws(SignedDataFailure) -> VerifiedRetentionRequest {
            try await verify(jws)
        }

        /// Checks something signed.
        func verify<Payload: IdentifiedPayload>(_ jws: String) async throws(SignedDataFailure) -> Verified<Payload> {
            let parts = try JWSParts(jws)
            let payload = try Payload(json: Data(try parts.payloadBytes()))
            let signature = try parts.signatureBytes()
            let header = Data(parts.headerPart)
            // Data without a signed date is checked as of now.
            let date = payload.signedDate ?? configuration.clock.currentDate()
            if let known = chains.chain(of: header) {
                try known.check(date)
                try ES256.check(signature, of: parts.signedPart, by: known)
                return try await verified(payload, parts, known)
            }
            let chain = try await chain(of: try JWSHeader(parts), at: date)
            try ES256.check(signature, of: parts.signedPart, by: chain)
            chains.keep(chain, of: header)
            return try await verified(payload, parts, chain)
        }

        /// The checks after the signature.
        private func verified<Payload: IdentifiedPayload>(
            _ payload: Payload, _ parts: JWSParts, _ chain: TrustedChain
        ) async throws(SignedDataFailure) -> Verified<Payload> {
            try payload.checkKind()
            try checkAge(payload.signedDate)
            let isPinned = chain.certificates.isPinnedAlone
            try configuration.check(payload.identity, isPinned: isPinned)
            for identity in payload.furtherIdentities { try configuration.check(identity, isPinned: isPinned) }
            try await checkRevocation(chain.certificates)
            return Verified(payload, jws: parts.text, chain: chain.certificates)
        }

        private func chain(of header: JWSHeader, at date: Date) async throws(SignedDataFailure) -> TrustedChain {
            try ES256.check(header)
            if let fault = header.certificateFault { throw fault }
            let certificates = header.certificates
            if certificates.count == 1, let pinned = try pinnedChain(certificates[0]) { return pinned }
            guard certificates.count == 3 else {
                throw SignedDataFailure(
                    .invalidCertificate, .certificates,
                    "The header has "
                        + "\(certificates.count == 1 ? "one certificate" : "\(certificates.count) certificates"); the "
                        + "App Store sends three, and Xcode one that must be pinned. Reject it."
                )
            }
            // The third is not read: the chain ends in a pinned root, with any root in the header.
            return try await trustedChain(leaf: certificates[0], intermediate: certificates[1], at: date)
        }

        /// A chain of two certificates and a pinned root.
        func trustedChain(
            leaf: Data, intermediate: Data, at date: Date
        ) async throws(SignedDataFailure) -> TrustedChain {
            try await verifier.verify(leaf: leaf, intermediate: intermediate, at: date)
        }

        /// A certificate that counts as it is; `nil` when it is not pinned.
        func pinnedChain(_ certificate: Data) throws(SignedDataFailure) -> TrustedChain? {
            guard configuration.pinnedCertificates.contains(certificate) else { return nil }
            let key = try ChainVerifier.certificate(certificate, "pinned").publicKey
            return TrustedChain(certificates: CertificateChain(leaf: certificate), key: key, dates: nil)
        }

        /// Checks that no certificate was revoked, if the app has set a checker.
        func checkRevocation(_ chain: CertificateChain) async throws(SignedDataFailure) {
            if let revocation, !chain.isPinnedAlone { try await revocation.check(chain) }
        }

        /// Checks that something was signed recently enough, where the app has set a limit.
        func checkAge(_ signedDate: Date?) throws(SignedDataFailure) {
            guard let limit = configuration.maximumAge else { return }
            guard let signedDate else {
                throw SignedDataFailure(
                    .tooOld, .age,
                    "It has no signature date, so its age is not known. Request it again from the App Store, or set no "
                        + "limit."
                )
            }
            let age = configuration.clock.currentDate().timeIntervalSince(signedDate)
            guard age > limit / .seconds(1) else { return }
            throw SignedDataFailure(
                .tooOld, .age,
                "It was signed \(Int64(age.rounded())) seconds ago, longer than this verifier accepts. Request it "
                    + "again from the App Store."
            )
        }
    }

    /// Data that a verifier has checked: the App Store has signed it, for this app.
    ///
    /// Only a verifier can make it.
    public struct Verified<Payload: SignedPayload>: Sendable, Hashable {
        /// The signed data.
        public let payload: Payload
        /// The signed form, as compact JWS.
        public let jws: String
        /// The certificates of the signature.
        package let chain: CertificateChain

        fileprivate init(_ payload: Payload, jws: String, chain: CertificateChain) {
            self.payload = payload
            self.jws = jws
            self.chain = chain
        }
    }
#endif
