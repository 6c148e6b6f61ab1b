import Foundation
public import Purser

/// A content source that fetches a zip archive from another source, unpacks it, and deletes the archive.
///
/// An archive that cannot be unpacked is fetched again at the next attempt.
public struct ArchiveSource: ContentSource {
    /// The source of the archive; it must produce one file.
    public var archive: any ContentSource
    /// The folder inside the content for the unpacked files; `nil` for the content's own folder.
    public var directoryName: String?
    /// How large the unpacked archive may be; `ContentPolicy.limits` may allow less.
    public var limits: ArchiveLimits

    /// A source that unpacks an archive of another source.
    ///
    /// - Parameters:
    ///   - archive: the source of the archive; it must produce one file.
    ///   - directoryName: the folder inside the content for the unpacked files; `nil` for the content's own folder.
    ///   - limits: how large the unpacked archive may be.
    public init(
        _ archive: any ContentSource, into directoryName: String? = nil, limits: ArchiveLimits = ArchiveLimits()
    ) {
        self.archive = archive
        self.directoryName = directoryName
        self.limits = limits
    }

    /// Fetches the archive, or the part that an earlier attempt did not fetch, and unpacks it.
    ///
    /// - Throws: ``ArchiveFailure``; the error of the archive's source; `CocoaError` of the file system.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let packed = work.partialDirectory.appendingPathComponent("packed")
        // Before anything is fetched needlessly.
        try ZipArchive.checkTrait(packed)
        try FileManager.default.makeEmpty(packed)
        try await archive.fetch(
            request,
            with: ContentWork(
                stagingDirectory: packed, partialDirectory: work.partialDirectory, limits: work.limits
            ) {
                work.report($0, of: $1)
            })
        do {
            try await unpack(packed, into: work.stagingDirectory, upTo: work.limits.bytes ?? .max)
        } catch let failure as ArchiveFailure {
            // The kept part of the archive is as wrong as the unpacked files.
            try FileManager.default.makeEmpty(work.partialDirectory)
            throw failure
        }
    }

    private func unpack(_ packed: URL, into folder: URL, upTo most: Int64) async throws {
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: packed.path)
        guard let name = names.first, names.count == 1 else {
            throw ArchiveFailure(
                .notAnArchive, packed,
                "The source has \(names.count) files instead of one archive. Use another source.")
        }
        let destination = directoryName.map { folder.appendingPathComponent($0) } ?? folder
        try files.createDirectory(at: destination, withIntermediateDirectories: true)
        var limits = limits
        limits.bytes = min(limits.bytes, most)
        try await ZipArchive(packed.appendingPathComponent(name), limits: limits).unpack(into: destination)
    }
}
