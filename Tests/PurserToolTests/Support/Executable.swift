import Foundation
import Testing

/// The built `purser`, run as a program of its own.
enum Executable {
    /// Runs it; its input and output are files, so that no pipe can fill up.
    static func run(_ words: [String], input: String = "", in place: Workplace) async throws -> ToolRun {
        try await shell("exec \"$0\" \"$@\"", words, input: input, in: place)
    }

    /// Runs a line of `sh`, in which `$0` is the tool and `$@` are the words.
    static func shell(_ script: String, _ words: [String], input: String = "", in place: Workplace) async throws
        -> ToolRun
    {
        let files = (
            input: place.folder.appendingPathComponent("\(UUID()).in"),
            out: place.folder.appendingPathComponent("\(UUID()).out"),
            err: place.folder.appendingPathComponent("\(UUID()).err")
        )
        try Data(input.utf8).write(to: files.input)
        for file in [files.out, files.err] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, try path().path] + words
        process.standardInput = try FileHandle(forReadingFrom: files.input)
        process.standardOutput = try FileHandle(forWritingTo: files.out)
        process.standardError = try FileHandle(forWritingTo: files.err)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return ToolRun(
            status: status, out: try String(contentsOf: files.out, encoding: .utf8),
            err: try String(contentsOf: files.err, encoding: .utf8))
    }

    /// Beside the test bundle, or a few folders above what runs.
    static func path() throws -> URL {
        let starts =
            [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "/")]
            + Bundle.allBundles.map(\.bundleURL)
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                let file = folder.appendingPathComponent("purser")
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
                    FileManager.default.isExecutableFile(atPath: file.path)
                {
                    return file
                }
                folder.deleteLastPathComponent()
            }
        }
        throw ExecutableNotFound()
    }

    struct ExecutableNotFound: Error {}
}
