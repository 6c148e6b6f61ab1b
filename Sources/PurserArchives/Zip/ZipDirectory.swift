import Foundation

/// The content of an archive.
struct ZipDirectory: Sendable {
    /// Its files and folders, in the order of the archive.
    let entries: [ZipEntry]
    /// Where its directory begins: no entry reaches further.
    let offset: Int64

    /// The most bytes of a directory that are read: it is held in memory.
    private static let mostBytes: UInt64 = 64 << 20

    /// Reads the directory of an archive.
    ///
    /// - Throws: ``ZipFault`` when it is none, contradicts itself, or holds more than is allowed; `CocoaError` of the file
    ///   system.
    init(_ file: FileHandle, limits: ArchiveLimits) throws {
        let end = try Self.end(file)
        guard end.entries <= UInt64(max(0, limits.entries)), end.directoryBytes <= Self.mostBytes else {
            throw ZipFault(
                .tooLarge, "The archive has \(end.entries) entries; at most \(limits.entries) are allowed.")
        }
        let bytes = try file.bytes(Int(end.directoryBytes), at: end.directoryOffset)
        guard bytes.count == Int(end.directoryBytes) else { throw Self.damaged }
        offset = Int64(end.directoryOffset)
        entries = try Self.entries(bytes, count: Int(end.entries), limits: limits)
            .sorted { $0.headerOffset < $1.headerOffset }
    }

    private static let damaged = ZipFault(.damaged, "The archive's directory is inconsistent. Pack it again.")

    private static func end(_ file: FileHandle) throws -> ZipEnd {
        let size = try file.seekToEnd()
        let start = size - min(size, UInt64(ZipEnd.longest))
        var end = try ZipEnd(tail: try file.bytes(ZipEnd.longest, at: start), from: start)
        if end.isLarge, end.offset >= UInt64(ZipEnd.locatorBytes) {
            let locator = try file.bytes(ZipEnd.locatorBytes, at: end.offset - UInt64(ZipEnd.locatorBytes))
            // Without one the numbers are final.
            if let place = ZipEnd.largeOffset(locator) {
                guard place < size else { throw damaged }
                try end.take(large: try file.bytes(ZipEnd.largeBytes, at: place), at: place)
            }
        }
        let (directoryEnd, isOver) = end.directoryOffset.addingReportingOverflow(end.directoryBytes)
        guard !isOver, directoryEnd == end.offset else { throw damaged }
        return end
    }

    private static func entries(_ bytes: [UInt8], count: Int, limits: ArchiveLimits) throws(ZipFault) -> [ZipEntry] {
        var reader = LittleEndian(bytes[...])
        var entries: [ZipEntry] = []
        var (total, keys): (Int64, Set<String>) = (0, [])
        var folders = EntryFolders()
        while reader.count > 0 {
            guard entries.count < count, let header = ZipHeader(&reader) else { throw damaged }
            let entry = try header.entry()
            guard keys.insert(EntryPath.key(entry.path)).inserted else {
                throw ZipFault(
                    .damaged, entry: entry.pathText,
                    "Two entries have the same name, or names that some file systems do not distinguish. Rename one of "
                        + "them.")
            }
            guard folders.take(entry) else {
                throw ZipFault(
                    .damaged, entry: entry.pathText,
                    "One entry is a file, and another one is in a folder with that name. Pack the archive again.")
            }
            let (sum, isOver) = total.addingReportingOverflow(entry.bytes)
            guard !isOver, sum <= limits.bytes, !entry.isExcessive(limits.ratio) else {
                throw ZipFault(
                    .tooLarge, entry: entry.pathText,
                    "The archive unpacks to more than is allowed: \(limits.bytes) bytes, \(limits.ratio) times what is packed."
                )
            }
            total = sum
            entries.append(entry)
        }
        guard entries.count == count else { throw damaged }
        return entries
    }
}

/// The files of an archive, and the folders of its entries: nothing is both.
private struct EntryFolders {
    private var files: Set<String> = []
    private var folders: Set<String> = []

    /// Adds an entry; `false` when it contradicts the others.
    mutating func take(_ entry: ZipEntry) -> Bool {
        let key = EntryPath.key(entry.path)
        if entry.isFolder { folders.insert(key) } else { files.insert(key) }
        var isRight = !files.contains(key) || !folders.contains(key)
        for length in entry.path.indices.dropFirst() {
            let folder = EntryPath.key(Array(entry.path[..<length]))
            folders.insert(folder)
            isRight = isRight && !files.contains(folder)
        }
        return isRight
    }
}

extension ZipEntry {
    /// Whether it becomes too many times as large as it is in the archive.
    fileprivate func isExcessive(_ ratio: Int) -> Bool {
        let (most, isOver) = packedBytes.multipliedReportingOverflow(by: Int64(max(1, ratio)))
        return !isOver && bytes > max(most, 1 << 20)
    }
}

extension FileHandle {
    /// The bytes from an offset on, at most `count`; fewer when the file ends before.
    func bytes(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        try seek(toOffset: offset)
        return try Array(read(upToCount: count) ?? Data())
    }
}
