import Foundation
import Testing

/// A run of the built `PurserTorture`, and what it left behind.
struct TortureRun: Sendable {
    let status: Int32
    let out: String
    let err: String

    var errorLines: [String] { err.split(separator: "\n").map(String.init) }

    /// Runs it; its output goes to files, so that no pipe can fill up.
    init(_ words: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory
        let files = (out: folder.appendingPathComponent("\(UUID())"), err: folder.appendingPathComponent("\(UUID())"))
        defer { for file in [files.out, files.err] { try? FileManager.default.removeItem(at: file) } }
        for file in [files.out, files.err] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = try Self.path()
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: files.out)
        process.standardError = try FileHandle(forWritingTo: files.err)
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        out = try String(contentsOf: files.out, encoding: .utf8)
        err = try String(contentsOf: files.err, encoding: .utf8)
    }

    /// What it counted, of a run with `--json`.
    func counts() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any], "\(out)\(err)")
    }

    /// Beside the test bundle, or a few folders above what runs.
    private static func path() throws -> URL {
        let starts =
            [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "/")]
            + Bundle.allBundles.map(\.bundleURL)
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                let file = folder.appendingPathComponent("PurserTorture")
                if FileManager.default.isExecutableFile(atPath: file.path), !file.hasDirectoryPath { return file }
                folder.deleteLastPathComponent()
            }
        }
        throw ProgramNotFound()
    }

    private struct ProgramNotFound: Error {}
}

/// A folder of its own for each test; removed in the end.
final class Workplace: Sendable {
    let home: String

    init() throws { home = FileManager.default.temporaryDirectory.appendingPathComponent("torture-\(UUID())").path }

    deinit { try? FileManager.default.removeItem(atPath: home) }
}
