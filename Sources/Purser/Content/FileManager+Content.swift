#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension FileManager {
    /// Makes an empty folder, or deletes what is in the one that is there.
    package func makeEmpty(_ folder: URL) throws {
        try createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try contentsOfDirectory(atPath: folder.path) { try removeItem(at: folder / name) }
    }

    /// How many bytes a file has; `nil` when there is none, or it is no plain file.
    func bytes(ofFile path: String) -> Int64? {
        let attributes = try? attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return Int64(clamping: attributes?[.size] as? UInt64 ?? 0)
    }
}
