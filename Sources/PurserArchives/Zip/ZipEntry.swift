/// A file or folder of a zip archive, as the archive's directory describes it.
struct ZipEntry: Sendable, Hashable {
    /// How its bytes are packed.
    enum Method: Sendable, Hashable {
        /// Not at all.
        case stored
        /// By the method "deflate" (RFC 1951).
        case deflated
    }

    /// Its name as it is written, in bytes.
    var name: [UInt8]
    /// Its folders, and its own name as the last; checked, so that the path stays inside the archive's folder.
    var path: [String]
    var isFolder: Bool
    var method: Method
    /// Its size in the archive, in bytes.
    var packedBytes: Int64
    /// How many bytes it has.
    var bytes: Int64
    /// The checksum of these (CRC-32).
    var checksum: UInt32
    /// Where in the archive its own header is.
    var headerOffset: Int64

    /// Its path as one text.
    var pathText: String { path.joined(separator: "/") }
}

/// The names of entries.
enum EntryPath {
    private static let longest = 1_024
    private static let deepest = 64

    /// The parts of an entry's name, where it names a place in the archive's own folder.
    ///
    /// - Throws: ``ZipFault`` for a name that leads out of it, or that not every file system can keep.
    static func parts(_ name: [UInt8]) throws(ZipFault) -> [String] {
        let text = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, name.count <= longest, text.utf8.elementsEqual(name) else {
            throw ZipFault(
                .unsafeEntry, entry: String(text.prefix(64)),
                "An entry's name is empty, longer than \(longest) bytes, or not in UTF-8. Pack it with another name.")
        }
        var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.last == "" { parts.removeLast() }
        let isSafe = parts.allSatisfy { part in
            !["", ".", ".."].contains(part) && part.utf8.count <= 255
                && !part.unicodeScalars.contains { $0.value < 32 || $0.value == 127 || ["\\", ":"].contains($0) }
        }
        guard isSafe, !parts.isEmpty, parts.count <= deepest else {
            throw ZipFault(
                .unsafeEntry, entry: text,
                "An entry's name leads out of the archive's folder, or is not valid on all file systems. Pack it with "
                    + "another name."
            )
        }
        return parts
    }

    /// The same key for two names that some file systems do not distinguish.
    static func key(_ parts: [String]) -> String { parts.joined(separator: "/").lowercased() }
}
