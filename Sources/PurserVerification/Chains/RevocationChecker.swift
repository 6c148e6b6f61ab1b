/// Checks whether a certificate was revoked: by OCSP (RFC 6960), by a list, or in another way.
///
/// A verifier calls it after every other check has passed, and keeps its answers for a while
/// (``SignedDataVerifier/Configuration/revocationLifetime``).
public protocol RevocationChecker: Sendable {
    /// The revocation status of one chain; the call must return when no answer comes.
    func status(of chain: CertificateChain) async -> RevocationStatus
}

/// The revocation status of a chain.
public enum RevocationStatus: Sendable, Hashable {
    /// No certificate of the chain was revoked.
    case good
    /// One was revoked, for this reason.
    case revoked(String)
    /// Unknown, for this reason: the check is undetermined.
    case couldNotAsk(String)
}
