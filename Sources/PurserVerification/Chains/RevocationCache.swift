#if Verification
    import Purser

    /// Calls a checker once for all callers of a chain at the same time, and keeps its answers for a while by the
    /// clock's monotonic reading, which a changed date does not affect.
    ///
    /// An undetermined answer is not kept: the next caller calls the checker again. A call of the checker continues
    /// until no caller waits for its answer.
    struct RevocationCache: Sendable {
        private let answers: SharedAnswers<CertificateChain, RevocationStatus>

        init(_ checker: any RevocationChecker, lifetime: Duration, clock: any StoreClock) {
            answers = SharedAnswers(lifetime: lifetime, clock: clock, keeps: \.isKnown) { await checker.status(of: $0) }
        }

        /// How many callers wait for an answer.
        var waiting: Int { answers.load.waiting }

        /// Checks that no certificate of the chain was revoked.
        func check(_ chain: CertificateChain) async throws(SignedDataFailure) {
            switch await status(of: chain) {
            case .good: return
            case .revoked(let reason):
                throw SignedDataFailure(
                    .revokedCertificate, .revocation, "A certificate was revoked: \(reason). Reject its signatures.")
            case .couldNotAsk(let reason):
                throw SignedDataFailure(
                    .revocationUnknown, .revocation,
                    "It could not be checked whether a certificate was revoked: \(reason). Try again later; until then "
                        + "it is neither verified nor invalid."
                )
            }
        }

        private func status(of chain: CertificateChain) async -> RevocationStatus {
            (try? await answers.value(for: chain)) ?? .couldNotAsk("the task that waited for the answer was cancelled")
        }
    }

    extension RevocationStatus {
        /// Whether the status is determined.
        fileprivate var isKnown: Bool {
            if case .couldNotAsk = self { false } else { true }
        }
    }
#endif
