/// Decides whether a transaction is genuine, before it is recorded, granted or finished.
public protocol TransactionVerifier: Sendable {
    /// Judges transactions.
    ///
    /// - Returns: one verdict for each, in the same order; one that is missing counts as undecided.
    /// - Throws: any error when it cannot judge now, such as that of a server that does not answer: then all of them are
    ///   undecided.
    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict]
}

/// What a verifier says of a transaction.
public enum VerificationVerdict: Sendable, Hashable {
    /// It is genuine.
    case genuine
    /// It is not genuine, for this reason.
    ///
    /// It is neither recorded nor granted nor finished. It is listed in ``PurchaseStore/refusedReports``.
    case forged(String)
    /// It could not be judged now, for this reason.
    ///
    /// It is judged again by the policy ``RetryPolicies/verification``, and waits meanwhile. When that is used up, whoever
    /// waits for it is told `.verificationUnavailable`; it stays unfinished, and is judged again later.
    case undecided(String)
}

/// Trusts the platform's own check of its signatures.
public struct PlatformVerifier: TransactionVerifier {
    /// A verifier that trusts the backend's own check.
    public init() {}

    /// The platform's judgement of each transaction.
    public func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
        transactions.map { transaction in
            switch transaction.verification {
            case .verified: .genuine
            case .unverified(let reason): .forged(reason)
            case .undecided(let reason), .outOfLimits(let reason): .undecided(reason)
            }
        }
    }
}
