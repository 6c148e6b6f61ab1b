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
        guard let isFolder = Self.isFolder(url.path) else {
            throw ContentFailure(
                .missing, path: url.path, "The content's source is not there. Put it there, or correct its path.",
                retry: .permanent)
        }
        do {
            guard isFolder else {
                return try FileManager.default.copyItem(at: url, to: stagingDirectory / url.lastPathComponent)
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() {
                try Task.checkCancellation()
                try FileManager.default.copyItem(at: url / name, to: stagingDirectory / name)
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
