#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension FileManager {
    /// Makes an empty folder, or empties the existing one.
    package func makeEmpty(_ folder: URL) throws {
        try createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try contentsOfDirectory(atPath: folder.path) { try removeItem(at: folder / name) }
    }

    /// How many bytes a file has, or all files in a folder together; 0 when there is none.
    func bytes(ofTree url: URL) -> Int64 {
        items(ofTree: url).reduce(into: 0) { $0.saturatingAdd(bytes(ofFile: $1.path) ?? 0) }
    }

    /// A file; or a folder, and all that is in it.
    func items(ofTree url: URL) -> [URL] {
        [url] + ((try? subpathsOfDirectory(atPath: url.path)) ?? []).map { url / $0 }
    }

    /// The type of a file or folder, of a link itself; `nil` when there is none.
    func type(ofItem path: String) -> FileAttributeType? {
        (try? attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    func isFileOrFolder(_ path: String) -> Bool {
        let type = type(ofItem: path)
        return type == .typeRegular || type == .typeDirectory
    }

    /// How many bytes a file has; `nil` when there is none, or it is no plain file.
    func bytes(ofFile path: String) -> Int64? {
        let attributes = try? attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return Int64(clamping: attributes?[.size] as? UInt64 ?? 0)
    }
}

extension ContentLimits {
    /// Checks that files and folders together have no more bytes than one content may have.
    ///
    /// The store checks the result of every source. A source that copies checks before it copies, so that the disk is
    /// not filled needlessly. Throws ``ContentFailure`` with ``ContentFailure/Code/tooLarge``.
    package func check(_ paths: [URL]) throws(ContentFailure) {
        guard let most = bytes else { return }
        let sum = paths.reduce(into: Int64(0)) { $0.saturatingAdd(FileManager.default.bytes(ofTree: $1)) }
        guard sum > most else { return }
        throw ContentFailure(
            .tooLarge, path: paths.first?.path ?? "",
            "The content has \(sum) bytes; the limit is \(most). Raise it (ContentPolicy.limits), or make the content "
                + "smaller.",
            retry: .permanent)
    }
}
