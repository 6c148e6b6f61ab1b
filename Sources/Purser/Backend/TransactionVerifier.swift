/// Verifies a transaction before it is recorded, granted or finished.
public protocol TransactionVerifier: Sendable {
    /// Verifies transactions.
    ///
    /// - Returns: one verdict for each, in the same order; a missing one counts as undetermined.
    /// - Throws: any error when it cannot verify now, such as that of a server that does not answer: then all of them
    ///   are undetermined.
    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict]
}

/// A verifier's verdict on a transaction.
public enum VerificationVerdict: Sendable, Hashable {
    /// It is verified.
    case verified
    /// It is invalid, for this reason.
    ///
    /// It is neither recorded nor granted nor finished. It is listed in ``PurchaseStore/rejectedReports``.
    case invalid(String)
    /// It could not be verified now, for this reason.
    ///
    /// It is verified again by the policy ``RetryPolicies/verification``. After the last attempt a call that waits for
    /// it throws `.verificationUnavailable`; the transaction stays unfinished, and is verified again later.
    case undetermined(String)
}

/// Accepts the platform's own verdict on its signatures.
public struct PlatformVerifier: TransactionVerifier {
    /// Makes a verifier that accepts the backend's own verdict.
    public init() {}

    /// The platform's verdict on each transaction.
    public func verify(_ transactions: [BackendTransaction]) async -> [VerificationVerdict] {
        transactions.map { transaction in
            switch transaction.verification {
            case .verified: .verified
            case .invalid(let reason): .invalid(reason)
            case .undetermined(let reason), .outOfLimits(let reason): .undetermined(reason)
            }
        }
    }
}
