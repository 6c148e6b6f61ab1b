/// Decides whether a transaction is genuine, before it is recorded, granted or finished.
public protocol TransactionVerifier: Sendable {
    /// Judges transactions.
    ///
    /// - Returns: one verdict for each, in the same order.
    /// - Throws: any error when it cannot judge now, such as that of a server that does not answer. It is asked again
    ///   by the policy ``RetryPolicies/verification``, and the transactions wait meanwhile.
    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict]
}

/// What a verifier says of a transaction.
public enum VerificationVerdict: Sendable, Hashable {
    /// It is genuine.
    case genuine
    /// It is not genuine, for this reason.
    ///
    /// It is neither recorded nor granted nor finished.
    case forged(String)
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
            }
        }
    }
}
