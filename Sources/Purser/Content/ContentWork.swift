#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The parameters of one attempt of a source to fetch a content: the folders to write to, the limits, and the method
/// that reports progress.
public struct ContentWork: Sendable {
    /// An empty folder that exists: its files become the content when the source returns.
    ///
    /// When the source throws or is cancelled, it is deleted.
    public let stagingDirectory: URL
    /// A folder that exists and outlives failed attempts and the program, for a download that resumes.
    ///
    /// It is for this content in this version only. It is deleted when the content is installed, removed, or no longer
    /// configured.
    public let partialDirectory: URL
    /// How much may be fetched, and over which networks, by ``ContentPolicy/limits``.
    public let limits: ContentLimits
    private let reportProgress: @Sendable (Int64, Int64?) -> Void

    /// Makes the parameters of one attempt, for tests of a source.
    ///
    /// - Parameters:
    ///   - stagingDirectory: an empty folder that exists.
    ///   - partialDirectory: a folder that exists, with the files of earlier attempts.
    ///   - limits: how much may be fetched.
    ///   - report: called with the number of bytes on this device, and the total if it is known.
    public init(
        stagingDirectory: URL, partialDirectory: URL, limits: ContentLimits = ContentLimits(),
        reporting report: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) {
        self.stagingDirectory = stagingDirectory
        self.partialDirectory = partialDirectory
        self.limits = limits
        reportProgress = report
    }

    /// Reports the progress of the download; call it whenever bytes arrive.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes are on this device, including those of earlier attempts.
    ///   - total: the total number of bytes; `nil` when it is not known.
    public func report(_ bytes: Int64, of total: Int64?) { reportProgress(max(0, bytes), total) }
}
