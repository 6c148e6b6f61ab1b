#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The certificates by which something was found to be signed by the store.
public struct CertificateChain: Sendable, Hashable {
    /// The signer's certificate, in DER.
    public let leaf: Data
    /// That of the authority which issued it; `nil` for a pinned certificate that stands alone, such as Xcode's.
    public let intermediate: Data?
    /// The pinned root that the chain leads to; `nil` for a pinned certificate that stands alone.
    public let root: Data?
    /// Where to ask whether the signer's certificate was revoked (OCSP), as the certificate says.
    public let ocspAddresses: [String]

    /// Whether it is one pinned certificate instead of a chain.
    public var isPinnedAlone: Bool { intermediate == nil }

    init(leaf: Data, intermediate: Data? = nil, root: Data? = nil, ocspAddresses: [String] = []) {
        self.leaf = leaf
        self.intermediate = intermediate
        self.root = root
        self.ocspAddresses = ocspAddresses
    }
}
