#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The certificates that prove a signature of the App Store.
public struct CertificateChain: Sendable, Hashable {
    /// The signer's certificate, in DER.
    public let leaf: Data
    /// The certificate of its issuer; `nil` for a single pinned certificate, such as Xcode's.
    public let intermediate: Data?
    /// The pinned root of the chain; `nil` for a single pinned certificate.
    public let root: Data?
    /// The OCSP addresses in the signer's certificate, at which its revocation is checked.
    package let ocspAddresses: [String]

    /// Whether it is one pinned certificate instead of a chain.
    package var isPinnedAlone: Bool { intermediate == nil }

    init(leaf: Data, intermediate: Data? = nil, root: Data? = nil, ocspAddresses: [String] = []) {
        self.leaf = leaf
        self.intermediate = intermediate
        self.root = root
        self.ocspAddresses = ocspAddresses
    }
}
