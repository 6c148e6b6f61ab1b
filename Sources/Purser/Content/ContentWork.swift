#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a source is given for one attempt to fetch a content: where to put it, where to keep what is not whole yet, and whom
/// to tell how far it is.
public struct ContentWork: Sendable {
    /// An empty folder that exists: what is in it when the source returns becomes the content.
    ///
    /// When the source throws or is cancelled, it is deleted.
    public let stagingDirectory: URL
    /// A folder that exists and outlives failed attempts and the program, for a download that goes on where it stopped.
    ///
    /// It belongs to this content in this version alone, and is deleted when the content is installed or removed, or is not
    /// asked for any more.
    public let partialDirectory: URL
    /// How much may be fetched, and over which networks, by ``ContentPolicy/limits``.
    public let limits: ContentLimits
    private let tell: @Sendable (Int64, Int64?) -> Void

    /// Folders for one attempt; tests of a source may make some.
    ///
    /// - Parameters:
    ///   - stagingDirectory: an empty folder that exists.
    ///   - partialDirectory: a folder that exists, with what an earlier attempt has left.
    ///   - limits: how much may be fetched.
    ///   - tell: is told how many bytes are here, and of how many, where that is known.
    public init(
        stagingDirectory: URL, partialDirectory: URL, limits: ContentLimits = ContentLimits(),
        telling tell: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) {
        self.stagingDirectory = stagingDirectory
        self.partialDirectory = partialDirectory
        self.limits = limits
        self.tell = tell
    }

    /// Says how far the download is; call it as often as something arrives.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes are on this device, those of earlier attempts among them.
    ///   - total: how many there will be; `nil` where that is not known.
    public func report(_ bytes: Int64, of total: Int64?) { tell(max(0, bytes), total) }
}
