#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A file of installed content that is missing or has another size than when it was installed.
public struct ContentFlaw: Sendable, Hashable, CustomStringConvertible {
    /// The file's path within the content.
    public let path: String
    /// The size when it was installed, in bytes.
    public let expectedBytes: Int64
    /// The size now, in bytes; `nil` when the file is missing.
    public let bytes: Int64?

    /// Makes a flaw.
    public init(path: String, expectedBytes: Int64, bytes: Int64?) {
        self.path = path
        self.expectedBytes = expectedBytes
        self.bytes = bytes
    }

    /// The file and its flaw.
    public var description: String {
        bytes.map { "\(path) has \($0) bytes instead of \(expectedBytes)" } ?? "\(path) is missing"
    }
}

/// The files of a content as they were installed, kept beside it as JSON.
package struct ContentManifest: Codable, Sendable, Hashable {
    /// How many bytes each file has, by its path inside of the content.
    package var files: [String: Int64] = [:]

    /// Makes the manifest of a folder with these paths as it is now.
    package init(of folder: URL, paths: [String]) {
        for path in paths {
            if let bytes = FileManager.default.bytes(ofFile: (folder / path).path) { files[path] = bytes }
        }
    }

    /// The files of a folder that have changed, in the order of the paths.
    package func flaws(in folder: URL) -> [ContentFlaw] {
        files.sorted { $0.key < $1.key }.compactMap { path, expected in
            let found = FileManager.default.bytes(ofFile: (folder / path).path)
            return found == expected ? nil : ContentFlaw(path: path, expectedBytes: expected, bytes: found)
        }
    }
}
