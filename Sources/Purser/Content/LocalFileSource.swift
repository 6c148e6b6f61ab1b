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
        var isFolder = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
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
}

extension URL {
    /// A path component further down.
    static func / (url: URL, component: String) -> URL { url.appendingPathComponent(component) }
}
