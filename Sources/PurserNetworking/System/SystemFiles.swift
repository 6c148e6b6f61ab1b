import Foundation
import Purser

/// Files that the system has fetched, by their paths.
struct SystemFiles {
    /// The paths, none of which may lead out of the folder that they are copied to.
    let names: [String]
    /// Where they should be, for messages.
    let origin: String

    /// Copies them to their paths in a folder, unless they have more bytes than the app allows.
    ///
    /// - Parameters:
    ///   - folder: where they are copied to.
    ///   - limits: how many bytes they may have together.
    ///   - find: where a file or folder is; `nil` when the system does not have it.
    /// - Throws: `ContentFailure` that names the file.
    func copy(into folder: URL, within limits: ContentLimits, _ find: (String) throws -> URL?) throws {
        let found = try names.map { (name: $0, url: try locate($0, find)) }
        try limits.check(found.map(\.url))
        for (name, url) in found {
            try Task.checkCancellation()
            let target = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: url, to: target)
        }
    }

    private func locate(_ name: String, _ find: (String) throws -> URL?) throws -> URL {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !["", ".", ".."].contains($0) }) else {
            throw ContentFailure(
                .missing, path: name,
                "A file of the \(origin) has an invalid path, or one that leads out of its folder.",
                retry: .permanent)
        }
        guard let url = try find(name), FileManager.default.fileExists(atPath: url.path) else {
            throw ContentFailure(
                .missing, path: name, "The \(origin) has no such file. Correct its path, or add it.",
                retry: .permanent)
        }
        return url
    }
}
