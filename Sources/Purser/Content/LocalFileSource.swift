#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Content that is already on the device: a file, or the contents of a folder, is copied.
///
/// It reports no progress. If ``url`` is a symbolic link, its target is copied. Links, devices and pipes inside a
/// folder are rejected, because a content contains nothing outside its folder.
public struct LocalFileSource: ContentSource {
    /// The file or folder.
    public var url: URL

    /// Makes a source that copies the file, or the contents of the folder, at `url`.
    public init(_ url: URL) { self.url = url }

    /// Copies the file or folder, unless it has more bytes than the app allows.
    ///
    /// - Throws: ``ContentFailure`` with the path.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        try copy(into: work.stagingDirectory, within: work.limits)
    }

    private func copy(into stagingDirectory: URL, within limits: ContentLimits) throws {
        let url = self.url.isFileURL ? self.url.resolvingSymlinksInPath() : self.url
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ContentFailure(
                .missing, path: url.path, "The content's source does not exist. Add it, or correct its path.",
                retry: .permanent)
        }
        let isFolder = FileManager.default.type(ofItem: url.path) == .typeDirectory
        do {
            let names = isFolder ? try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() : []
            let files = isFolder ? names.map { url / $0 } : [url]
            try Self.checkKinds(files)
            try limits.check(files)
            for file in files {
                try Task.checkCancellation()
                // A file keeps the name that the app uses.
                let name = isFolder ? file.lastPathComponent : self.url.lastPathComponent
                try FileManager.default.copyItem(at: file, to: stagingDirectory / name)
            }
        } catch { throw ContentFailure.wrapping(error, path: url.path) }
    }

    /// Rejects links, devices and pipes before anything is copied: reading some of them never ends.
    private static func checkKinds(_ files: [URL]) throws(ContentFailure) {
        for file in files {
            for item in FileManager.default.items(ofTree: file) where !FileManager.default.isFileOrFolder(item.path) {
                throw .noFile(item.path)
            }
        }
    }
}

extension URL {
    /// A path component further down.
    static func / (url: URL, component: String) -> URL { url.appendingPathComponent(component) }
}
