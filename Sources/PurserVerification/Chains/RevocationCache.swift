#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser

    /// Asks a checker, and keeps its answers for a while by the clock's monotonic reading, which a changed date leaves alone.
    ///
    /// That nobody could be asked is not kept: the next one asks again.
    struct RevocationCache: Sendable {
        private struct Answer: Sendable {
            let status: RevocationStatus
            let until: Duration
        }

        private static let limit = 32
        private let checker: any RevocationChecker
        private let lifetime: Duration
        private let clock: any StoreClock
        private let answers = Lock<[CertificateChain: Answer]>([:])

        init(_ checker: any RevocationChecker, lifetime: Duration, clock: any StoreClock) {
            self.checker = checker
            self.lifetime = lifetime
            self.clock = clock
        }

        /// Checks that no certificate of the chain was revoked.
        func check(_ chain: CertificateChain) async throws(SignedDataError) {
            switch await status(of: chain) {
            case .good: return
            case .revoked(let reason):
                throw SignedDataError(
                    .revokedCertificate, .revocation, "A certificate was revoked: \(reason). Drop what it has signed.")
            case .couldNotAsk(let reason):
                throw SignedDataError(
                    .revocationUnknown, .revocation,
                    "Nobody could be asked whether a certificate was revoked: \(reason). Ask again later; until then it is neither genuine nor forged."
                )
            }
        }

        private func status(of chain: CertificateChain) async -> RevocationStatus {
            let now = clock.now()
            if let answer = answers.withLock({ $0[chain] }), answer.until > now { return answer.status }
            let status = await checker.status(of: chain)
            if case .couldNotAsk = status { return status }
            answers.withLock { answers in
                if answers.count >= Self.limit { answers = answers.filter { $0.value.until > now } }
                if answers.count >= Self.limit { answers = [:] }
                answers[chain] = Answer(status: status, until: now + lifetime)
            }
            return status
        }
    }
#endif
