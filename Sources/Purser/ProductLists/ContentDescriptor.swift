#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The source of a product's content.
///
/// The four sources are those of Bazaar's product lists (`BZRLocalContentFetcher` and so on).
public indirect enum ContentDescriptor: Sendable, Hashable {
    /// An archive on this device, by a `file:` URL.
    case local(archive: URL)
    /// An archive on a server, by an `http:` or `https:` URL with a host.
    case remote(archive: URL)
    /// Resources that the operating system fetches by their tags; the checksum distinguishes versions.
    case onDemand(tags: [String], checksum: String?)
    /// Several sources, of which the first that succeeds is used; never empty.
    case fallback([ContentDescriptor])

    /// A version for ``StoreContent/version`` that changes with every change of the descriptor: sixteen hexadecimal
    /// digits.
    public var version: String { Self.version(of: text) }

    /// Returns sixteen hexadecimal digits that differ for different texts.
    package static func version(of text: String) -> String {
        // FNV-1a of 64 bits: it has to be the same at every launch, and a deliberate collision has no use.
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private var text: String {
        switch self {
        case .local(let archive): "local \(archive.absoluteString)"
        case .remote(let archive): "remote \(archive.absoluteString)"
        case .onDemand(let tags, let checksum): "onDemand \(tags) \(checksum ?? "")"
        case .fallback(let sources): "fallback \(sources.map(\.text))"
        }
    }
}
