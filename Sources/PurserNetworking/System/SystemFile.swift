import Foundation
import Purser

/// A file that the system has fetched.
enum SystemFile {
    /// Copies a file or folder to its path in a folder.
    ///
    /// - Parameters:
    ///   - url: where it is; `nil` when the system does not know it.
    ///   - name: its path, from which nothing may lead out of the folder.
    ///   - folder: where it is copied to.
    ///   - origin: where it should be, for messages.
    /// - Throws: `ContentFailure` that names it.
    static func copy(_ url: URL?, named name: String, into folder: URL, from origin: String) throws {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !["", ".", ".."].contains($0) }) else {
            throw ContentFailure(
                .missing, path: name, "A file of the \(origin) has a path that leads nowhere, or out of its folder.",
                retry: .permanent)
        }
        guard let url, FileManager.default.fileExists(atPath: url.path) else {
            throw ContentFailure(
                .missing, path: name, "The \(origin) has no such file. Correct its path, or put it there.",
                retry: .permanent)
        }
        let target = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: url, to: target)
    }
}
