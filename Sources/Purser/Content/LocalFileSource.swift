#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Content that is already on the device: a file, or all that is in a folder, is copied.
public struct LocalFileSource: ContentSource {
    /// The file or folder.
    public var url: URL

    /// A source that copies the file, or what is in the folder, at `url`.
    public init(_ url: URL) { self.url = url }

    /// Copies it.
    ///
    /// - Throws: ``ContentFailure`` that names the path.
    public func fetch(_ request: ContentRequest, into stagingDirectory: URL) async throws {
        try copy(into: stagingDirectory, within: ContentLimits())
    }

    /// Copies it, unless it has more bytes than the app allows.
    ///
    /// - Throws: ``ContentFailure`` that names the path.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        try copy(into: work.stagingDirectory, within: work.limits)
    }

    private func copy(into stagingDirectory: URL, within limits: ContentLimits) throws {
        guard let isFolder = Self.isFolder(url.path) else {
            throw ContentFailure(
                .missing, path: url.path, "The content's source is not there. Put it there, or correct its path.",
                retry: .permanent)
        }
        do {
            let names = isFolder ? try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() : []
            let files = isFolder ? names.map { url / $0 } : [url]
            try limits.check(files)
            for file in files {
                try Task.checkCancellation()
                try FileManager.default.copyItem(at: file, to: stagingDirectory / file.lastPathComponent)
            }
        } catch {
            throw ContentFailure.wrapping(error, path: url.path)
        }
    }

    /// Whether a folder is there, or a link to one; `nil` when nothing is.
    private static func isFolder(_ path: String) -> Bool? {
        #if canImport(FoundationEssentials)
            var isFolder = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
        #else
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
        #endif
    }
}

extension URL {
    /// A path component further down.
    static func / (url: URL, component: String) -> URL { url.appendingPathComponent(component) }
}
