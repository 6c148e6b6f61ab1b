/// Tells whether a certificate was revoked: by OCSP (RFC 6960), by a list, or however an app can know.
///
/// A verifier asks it after every other check has passed, and keeps its answers for a while
/// (``SignedDataVerifier/Configuration/revocationLifetime``).
public protocol RevocationChecker: Sendable {
    /// Asks about one chain; it is expected to give up by itself when nobody answers.
    func status(of chain: CertificateChain) async -> RevocationStatus
}

/// What is known of a certificate's revocation.
public enum RevocationStatus: Sendable, Hashable {
    /// No certificate of the chain was revoked.
    case good
    /// One was revoked, for this reason.
    case revoked(String)
    /// Nobody could be asked, for this reason: the data is neither genuine nor forged.
    case couldNotAsk(String)
}
