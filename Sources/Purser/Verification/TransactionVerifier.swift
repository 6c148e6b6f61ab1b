/// Decides whether a transaction is genuine, before it is recorded, granted or finished.
public protocol TransactionVerifier: Sendable {
    /// Judges transactions, in order: one verdict for each.
    ///
    /// - Throws: when it could not judge at all, such as a server that does not answer; it is asked again by the retry
    ///   policy, and the transactions wait meanwhile.
    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict]
}

/// What a verifier says of a transaction.
public enum VerificationVerdict: Sendable, Hashable {
    /// It is genuine.
    case genuine
    /// It is not, for this reason: it is neither recorded nor granted nor finished.
    case forged(String)
}

/// Believes what the platform says of its own signatures.
public struct PlatformVerifier: TransactionVerifier {
    /// A verifier that trusts the backend's own check.
    public init() {}

    /// Takes over the platform's judgement.
    public func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
        transactions.map { transaction in
            switch transaction.verification {
            case .verified: .genuine
            case .unverified(let reason): .forged(reason)
            }
        }
    }
}
