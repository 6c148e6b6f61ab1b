public import Foundation

/// A zip archive on this device, as `zip`, the Finder or a build system writes it: stored or deflated files, also more than
/// 4 GiB of them (zip64).
///
/// An archive with links, encrypted entries, several parts or other compressions is rejected, and so is an entry with a path
/// outside the archive's folder. Unpacking uses the system's zlib, with the package trait `Archives`.
/// The format is that of PKWARE's APPNOTE.TXT 6.3.10.
public struct ZipArchive: Sendable {
    /// The archive's file.
    public let url: URL
    /// How large it may be when unpacked.
    public let limits: ArchiveLimits
    private let directory: ZipDirectory

    /// Opens an archive and reads its list of files.
    ///
    /// - Parameters:
    ///   - url: the archive's file.
    ///   - limits: how large it may be when unpacked.
    /// - Throws: ``ArchiveFailure``; `CocoaError` of the file system.
    public init(_ url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
        self.url = url
        self.limits = limits
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        do {
            directory = try ZipDirectory(file, limits: limits)
        } catch let fault as ZipFault {
            throw fault.failure(url)
        }
    }

    /// The paths of its files and folders, in the order of the archive.
    public var paths: [String] { directory.entries.map(\.pathText) }

    /// The unpacked size of all files, in bytes.
    public var bytes: Int64 { directory.entries.reduce(0) { $0 + $1.bytes } }

    /// Whether this program was built with the trait `Archives`, and so can unpack archives.
    public static var canUnpack: Bool {
        #if Archives
            true
        #else
            false
        #endif
    }

    /// Unpacks everything into an existing folder; a failure leaves the files that were unpacked before it.
    ///
    /// - Parameter folder: the folder for the files. Existing files are not overwritten.
    /// - Throws: ``ArchiveFailure``; `CocoaError` of the file system; `CancellationError` when the task was cancelled.
    public func unpack(into folder: URL) async throws {
        #if Archives
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            do {
                try checkRoom()
                for entry in directory.entries {
                    try Task.checkCancellation()
                    try await unpack(entry, from: file, into: folder)
                }
            } catch let fault as ZipFault {
                throw fault.failure(url)
            }
        #else
            try Self.checkTrait(url)
        #endif
    }

    /// Throws when this program cannot unpack archives.
    static func checkTrait(_ url: URL) throws(ArchiveFailure) {
        guard !canUnpack else { return }
        throw ArchiveFailure(
            .noTrait, url,
            "This program cannot unpack archives. Build it with the trait Archives of the package purser, which needs zlib."
        )
    }
}

#if Archives
    extension ZipArchive {
        private static let pieceBytes = 256 << 10

        /// Throws if two entries overlap, because a small archive could then become a huge one.
        private func checkRoom() throws(ZipFault) {
            let ends = directory.entries.dropFirst().map(\.headerOffset) + [directory.offset]
            for (entry, end) in zip(directory.entries, ends) {
                let (least, isOver) = entry.headerOffset.addingReportingOverflow(30 + Int64(entry.name.count))
                guard entry.headerOffset >= 0, !isOver, end >= least, end - least >= entry.packedBytes else {
                    throw overlapping(entry)
                }
            }
        }

        private func overlapping(_ entry: ZipEntry) -> ZipFault {
            ZipFault(.damaged, entry: entry.pathText, "Two parts of the archive overlap. Pack it again.")
        }

        private func unpack(_ entry: ZipEntry, from file: FileHandle, into folder: URL) async throws {
            let place = entry.path.reduce(folder) { $0.appendingPathComponent($1) }
            guard !entry.isFolder else {
                return try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            }
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            let start = try start(of: entry, in: file)
            var writer = try EntryWriter(entry, at: place)
            switch entry.method {
            case .stored: try await copy(entry, from: file, at: start, to: &writer)
            case .deflated: try await inflate(entry, from: file, at: start, to: &writer)
            }
            try writer.checkEnd()
        }

        /// The position of an entry's bytes: after its own header, which must contain its name too (section 4.3.7).
        private func start(of entry: ZipEntry, in file: FileHandle) throws -> UInt64 {
            let header = try file.bytes(30 + entry.name.count, at: UInt64(entry.headerOffset))
            var reader = LittleEndian(header[...])
            guard reader.number(UInt32.self) == 0x0403_4b50, reader.bytes(22) != nil,
                reader.number(UInt16.self) == UInt16(entry.name.count), let extra = reader.number(UInt16.self),
                let name = reader.bytes(entry.name.count), Array(name) == entry.name
            else {
                throw ZipFault(
                    .damaged, entry: entry.pathText,
                    "An entry's header contradicts the directory. Pack the archive again.")
            }
            let start = entry.headerOffset + Int64(header.count) + Int64(extra)
            guard start + entry.packedBytes <= directory.offset else { throw overlapping(entry) }
            return UInt64(start)
        }

        private func copy(
            _ entry: ZipEntry, from file: FileHandle, at start: UInt64, to writer: inout EntryWriter
        ) async throws {
            try await pieces(of: entry, from: file, at: start) { piece in try writer.write(piece) }
        }

        private func inflate(
            _ entry: ZipEntry, from file: FileHandle, at start: UInt64, to writer: inout EntryWriter
        ) async throws {
            var inflater = try Inflater()
            var isClean = true
            try await pieces(of: entry, from: file, at: start) { piece in
                isClean = try inflater.inflate(piece) { try writer.write($0) } && isClean
            }
            guard isClean, inflater.isOver else {
                throw ZipFault(
                    .damaged, entry: entry.pathText,
                    "An entry's bytes end before or after its end. Pack the archive again."
                )
            }
        }

        /// Reads an entry's packed bytes, piece by piece, so that memory does not grow with them.
        private func pieces(
            of entry: ZipEntry, from file: FileHandle, at start: UInt64, _ take: (UnsafeRawBufferPointer) throws -> Void
        ) async throws {
            try file.seek(toOffset: start)
            var left = entry.packedBytes
            while left > 0 {
                try Task.checkCancellation()
                let piece = try file.read(upToCount: Int(min(left, Int64(Self.pieceBytes)))) ?? Data()
                guard !piece.isEmpty else {
                    throw ZipFault(
                        .damaged, entry: entry.pathText, "The archive ends within an entry. Download it again.")
                }
                left -= Int64(piece.count)
                try piece.withUnsafeBytes(take)
                // Others have their turn.
                await Task.yield()
            }
        }
    }
#endif
