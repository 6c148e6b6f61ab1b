#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where the content of a product comes from.
///
/// The four sources are those of Bazaar's product lists (`BZRLocalContentFetcher` and so on).
public indirect enum ContentDescriptor: Sendable, Hashable {
    /// An archive on this device, by a `file:` URL.
    case local(archive: URL)
    /// An archive on a server, by an `http:` or `https:` URL with a host.
    case remote(archive: URL)
    /// Resources that the operating system fetches by their tags; the checksum tells one version from another.
    case onDemand(tags: [String], checksum: String?)
    /// Several sources, of which the first that succeeds is taken; never empty.
    case fallback([ContentDescriptor])

    /// The folder that an archive is unpacked into: its name without the extension; `nil` for other sources.
    public var directoryName: String? {
        switch self {
        case .local(let archive), .remote(let archive): archive.deletingPathExtension().lastPathComponent
        case .onDemand, .fallback: nil
        }
    }
}
