import Foundation

/// A program that a test runs, and what it left behind.
struct Program: Sendable {
    var status: Int32
    var output: String
    var errors: String

    /// Runs a line of `sh` in a folder; the programs of this package are found before all others.
    static func run(_ script: String, in folder: URL) async throws -> Program {
        let (out, err) = (folder.appendingPathComponent(".out"), folder.appendingPathComponent(".err"))
        for file in [out, err] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PATH": "\(try programs().path):\(path)", "NO_COLOR": "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Program(
            status: status, output: try String(contentsOf: out, encoding: .utf8),
            errors: try String(contentsOf: err, encoding: .utf8))
    }

    /// The folder with what was built: that of the test bundle, or one of the few above what runs.
    private static func programs() throws -> URL {
        let starts = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "/")]
        for start in starts + Bundle.allBundles.map(\.bundleURL) {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                if FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("FirstPurchase").path) {
                    return folder
                }
                folder.deleteLastPathComponent()
            }
        }
        throw NotBuilt()
    }

    struct NotBuilt: Error {}
}

/// A folder of a test's own, removed in the end.
final class Workplace: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-pages-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file, with the folders that it needs.
    func write(_ text: String, to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
