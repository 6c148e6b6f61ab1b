import Foundation

/// A build of this program that is measured: itself, or another one.
struct Contender: Sendable {
    /// Where the program lies.
    var path: String

    /// The program that runs now.
    static var own: Contender { Contender(path: Bundle.main.executablePath ?? CommandLine.arguments[0]) }

    /// Measures one subject in a process of its own.
    ///
    /// - Parameter isPinned: whether the process may use the first processor only.
    /// - Returns: the rows; `nil` when the program does not know the subject, as an older one may not.
    /// - Throws: ``UsageError`` when that is no program, ``WrongRun`` when its run did not come out right.
    func measure(_ subject: Subject, isPinned: Bool) throws -> [Row]? {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw UsageError("\(path) is no program; give another build of purser-bench")
        }
        let process = Process()
        let command = [path] + subject.words + ["--json"]
        let words = isPinned ? Pinning.words(command) : command
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let report = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: break
        case 64: return nil
        default: throw WrongRun("\(path) \(subject.words.joined(separator: " ")): \(complaint)")
        }
        do {
            return try JSONDecoder().decode(BenchReport.self, from: report).rows
        } catch {
            throw WrongRun("\(path) printed no report of purser-bench: \(error)")
        }
    }
}

/// How a program is held to one processor.
enum Pinning {
    /// Linux's program for it.
    private static let program = "/usr/bin/taskset"

    /// Whether this system can do it.
    static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// A command, as it runs on the first processor alone.
    static func words(_ command: [String]) -> [String] { [program, "-c", "0"] + command }
}
