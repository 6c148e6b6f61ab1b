import Foundation

/// The sources of this package, as they are on the disk.
enum PackageSources {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folders of the modules that are held to the gates.
    static func modules() throws -> [String] {
        let sources = root.appendingPathComponent("Sources").path
        let names = try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
        // The system's libraries have no Swift.
        return try names.map { "Sources/\($0)" }.filter { try !files(in: $0).isEmpty } + ["Benchmarks/PurserBench"]
    }

    /// The Swift files below a folder, each with its path inside it and its text.
    static func files(in folder: String) throws -> [(path: String, text: String)] {
        let base = root.appendingPathComponent(folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
            ($0, try String(contentsOf: base.appendingPathComponent($0), encoding: .utf8))
        }
    }
}
