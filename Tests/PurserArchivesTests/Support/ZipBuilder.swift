import Foundation

#if Archives
    import CZlib
#endif

/// Writes zip archives for tests, right ones and wrong ones.
struct ZipBuilder {
    /// One file or folder.
    struct Entry {
        var name: [UInt8]
        /// What lies in the archive.
        var packed: [UInt8]
        var bytes: UInt64
        var checksum: UInt32
        var method: UInt16 = 0
        var flags: UInt16 = 0
        var madeBy: UInt16 = 3 << 8 | 30
        var attributes: UInt32 = 0o100_644 << 16
        /// The name in its own header, where that is another one.
        var ownName: [UInt8]?
        /// Where its header is said to be, where that is not true.
        var offset: UInt64?
        /// Whether its numbers stand in an extra field.
        var isLarge = false

        /// A file that is stored.
        init(_ name: String, _ bytes: [UInt8] = [], checksum: UInt32 = 0) {
            self.name = Array(name.utf8)
            packed = bytes
            self.bytes = UInt64(bytes.count)
            self.checksum = checksum
        }
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    /// Whether the end's numbers stand in one of their own.
    var isLarge = false

    init(_ entries: [Entry]) { self.entries = entries }

    /// The archive.
    var archive: [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            directory += Self.header(entry, at: entry.offset ?? UInt64(bytes.count))
            bytes += Self.ownHeader(entry) + entry.packed
        }
        let offset = UInt64(bytes.count)
        return bytes + directory + end(offset, UInt64(directory.count))
    }

    private static func ownHeader(_ entry: Entry) -> [UInt8] {
        let name = entry.ownName ?? entry.name
        return le(0x0403_4b50 as UInt32) + le(20 as UInt16) + le(entry.flags) + le(entry.method) + le(0 as UInt32)
            + le(entry.checksum) + le(UInt32(truncatingIfNeeded: entry.packed.count))
            + le(UInt32(truncatingIfNeeded: entry.bytes)) + le(UInt16(name.count)) + le(0 as UInt16) + name
    }

    private static func header(_ entry: Entry, at offset: UInt64) -> [UInt8] {
        let numbers = [entry.bytes, UInt64(entry.packed.count), offset]
        let extra = entry.isLarge ? le(1 as UInt16) + le(24 as UInt16) + numbers.flatMap { le($0) } : []
        func small(_ number: UInt64) -> [UInt8] { le(entry.isLarge ? UInt32.max : UInt32(truncatingIfNeeded: number)) }
        return le(0x0201_4b50 as UInt32) + le(entry.madeBy) + le(20 as UInt16) + le(entry.flags) + le(entry.method)
            + le(0 as UInt32) + le(entry.checksum) + small(numbers[1]) + small(numbers[0])
            + le(UInt16(entry.name.count)) + le(UInt16(extra.count)) + le(0 as UInt16) + le(0 as UInt16)
            + le(0 as UInt16) + le(entry.attributes) + small(offset) + entry.name + extra
    }

    private func end(_ offset: UInt64, _ count: UInt64) -> [UInt8] {
        let le = Self.le as (UInt64) -> [UInt8]
        let number = UInt64(entries.count)
        var bytes: [UInt8] = []
        if isLarge {
            let size = Self.le(45 as UInt16) + Self.le(45 as UInt16) + Self.le(0 as UInt32) + Self.le(0 as UInt32)
            bytes += Self.le(0x0606_4b50 as UInt32) + le(44) + size + le(number) + le(number) + le(count) + le(offset)
            bytes += Self.le(0x0706_4b50 as UInt32) + Self.le(0 as UInt32) + le(offset + count) + Self.le(1 as UInt32)
        }
        let shown = UInt16(isLarge ? 0xffff : number)
        bytes += Self.le(0x0605_4b50 as UInt32) + Self.le(0 as UInt32) + Self.le(shown) + Self.le(shown)
        bytes += Self.le(isLarge ? UInt32.max : UInt32(count)) + Self.le(isLarge ? UInt32.max : UInt32(offset))
        return bytes + Self.le(UInt16(comment.count)) + comment
    }

    private static func le<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

/// A folder for one test, deleted with it.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("purser-archives-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file with these bytes.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }

    /// A folder.
    func folder(_ name: String) throws -> URL {
        let folder = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// What is in a folder: the paths and contents of its files.
    static func files(in folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path)
            if let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType,
                type == .typeDirectory
            {
                continue
            }
            files[path] = try Array(Data(contentsOf: file))
        }
        return files
    }
}

#if Archives
    extension ZipBuilder.Entry {
        /// A file that is stored, with its checksum.
        static func stored(_ name: String, _ bytes: [UInt8]) -> Self { Self(name, bytes, checksum: checksum(bytes)) }

        /// A file that is deflated.
        static func deflated(_ name: String, _ bytes: [UInt8]) -> Self {
            var entry = stored(name, bytes)
            entry.packed = deflate(bytes)
            entry.method = 8
            return entry
        }

        private static func checksum(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32(0, bytes, UInt32(bytes.count))) }

        private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
            var stream = z_stream()
            deflateInit2_(
                &stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size))
            defer { deflateEnd(&stream) }
            var (bytes, room) = (bytes, [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 64))
            return bytes.withUnsafeMutableBufferPointer { input in
                room.withUnsafeMutableBufferPointer { output in
                    (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                    (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                    _ = CZlib.deflate(&stream, Z_FINISH)
                    return Array(output[..<Int(stream.total_out)])
                }
            }
        }
    }
#endif
