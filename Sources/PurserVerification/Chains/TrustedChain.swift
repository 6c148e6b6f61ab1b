#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import X509

    /// A chain that leads to a pinned root, or a pinned certificate, and when it is valid.
    struct TrustedChain: Sendable {
        let certificates: CertificateChain
        /// The signer's key.
        let key: Certificate.PublicKey
        /// When all its certificates are valid; `nil` for a pinned certificate, which counts as it is.
        let dates: ClosedRange<Date>?

        /// Checks that the certificates were valid at a moment.
        ///
        /// Nothing else about a chain depends on time, so this is the only check of a known chain.
        func check(_ date: Date) throws(SignedDataFailure) {
            if let dates { try Self.check(date, in: dates) }
        }

        static func check(_ date: Date, in dates: ClosedRange<Date>) throws(SignedDataFailure) {
            guard !dates.contains(date) else { return }
            let state = date < dates.lowerBound ? "were not valid yet" : "had expired"
            throw SignedDataFailure(
                .expiredCertificate, .dates,
                "The certificates \(state) at \(date.formatted(.iso8601)), when it was signed. Reject it.")
        }
    }
#endif
