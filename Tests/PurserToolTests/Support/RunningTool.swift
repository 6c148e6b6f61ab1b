import Foundation
import Testing

@testable import PurserTool

/// The built `purser`, running until its input ends.
final class RunningTool: Sendable {
    private let process: Process
    private let input: FileHandle
    private let out: URL
    private let err: URL

    /// Starts it with an input that stays open.
    convenience init(_ words: [String], in place: Workplace) throws {
        try self.init(try Executable.path(), words, in: place)
    }

    /// Starts another program with an input that stays open.
    init(_ program: URL, _ words: [String], in place: Workplace) throws {
        out = place.folder.appendingPathComponent("\(UUID()).out")
        err = place.folder.appendingPathComponent("\(UUID()).err")
        for file in [out, err] { try Data().write(to: file) }
        let pipe = Pipe()
        process = Process()
        process.executableURL = program
        process.arguments = words
        process.standardInput = pipe
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        input = pipe.fileHandleForWriting
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// What it has written so far.
    var output: String { (try? String(contentsOf: out, encoding: .utf8)) ?? "" }

    /// How long it may take: beside all other tests a program may be given the processor only after minutes.
    private static let patience = Duration.seconds(1_200)

    /// Returns once it has written something; false when it did not for many minutes.
    func wrote(_ text: String) async -> Bool { await wrote { $0.contains(text) } }

    /// Returns once what it has written is as wanted; false when it was not for many minutes.
    func wrote(_ isWanted: (String) -> Bool) async -> Bool {
        await settled(within: Self.patience) { isWanted(output) }
    }

    /// Ends it on the spot.
    func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func type(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

    /// Ends its input and waits until it has ended.
    func end() async throws -> ToolRun {
        try input.close()
        #expect(await settled(within: Self.patience) { !process.isRunning })
        return ToolRun(
            status: process.terminationStatus, out: output, err: try String(contentsOf: err, encoding: .utf8))
    }
}
