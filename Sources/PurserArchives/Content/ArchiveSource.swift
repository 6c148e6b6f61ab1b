public import Foundation
public import Purser

/// Content that comes as a zip archive, from any source: it is fetched, unpacked, and the archive deleted.
///
/// An archive that was fetched and could not be unpacked is fetched anew the next time.
public struct ArchiveSource: ContentSource {
    /// Where the archive comes from; it has to give one file.
    public var archive: any ContentSource
    /// The folder inside of the content that the archive is unpacked into; `nil` for the content's own folder.
    public var directoryName: String?
    /// How much may come out of the archive; `ContentPolicy.limits` may allow less.
    public var limits: ArchiveLimits

    /// Content that comes as a zip archive.
    ///
    /// - Parameters:
    ///   - archive: where the archive comes from; it has to give one file.
    ///   - directoryName: the folder inside of the content that it is unpacked into; `nil` for the content's own folder.
    ///   - limits: how much may come out of it.
    public init(
        _ archive: any ContentSource, into directoryName: String? = nil, limits: ArchiveLimits = ArchiveLimits()
    ) {
        self.archive = archive
        self.directoryName = directoryName
        self.limits = limits
    }

    /// Fetches and unpacks the archive.
    public func fetch(_ request: ContentRequest, into stagingDirectory: URL) async throws {
        let partial = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: partial) }
        try await fetch(request, with: ContentWork(stagingDirectory: stagingDirectory, partialDirectory: partial))
    }

    /// Fetches the archive, or what an earlier attempt lacks of it, and unpacks it.
    ///
    /// - Throws: ``ArchiveFailure``; what the archive's source throws; `CocoaError` of the file system.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        let packed = work.partialDirectory.appendingPathComponent("packed")
        // Before anything is fetched in vain.
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
            // What is kept of the archive is as wrong as what was unpacked.
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
                "The source gave \(names.count) files instead of one archive. Name another source.")
        }
        let destination = directoryName.map { folder.appendingPathComponent($0) } ?? folder
        try files.createDirectory(at: destination, withIntermediateDirectories: true)
        var limits = limits
        limits.bytes = min(limits.bytes, most)
        try await ZipArchive(packed.appendingPathComponent(name), limits: limits).unpack(into: destination)
    }
}
