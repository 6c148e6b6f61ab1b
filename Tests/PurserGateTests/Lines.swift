import Purser

@testable import PurserBench

/// Calls the harness as its program does, and keeps what it prints.
final class Lines: Sendable {
    private let printed = Lock<(output: [String], errors: [String])>(([], []))

    var output: [String] { printed.withLock { $0.output } }
    var errors: [String] { printed.withLock { $0.errors } }

    /// Runs one command line.
    func status(of line: String, _ scenarios: [Scenario] = Scenario.all) async -> Int32 {
        let command = Command(
            arguments: line.split(separator: " ").map(String.init), scenarios: scenarios,
            output: { [printed] line in printed.withLock { $0.output.append(line) } },
            errors: { [printed] line in printed.withLock { $0.errors.append(line) } })
        return await command.status()
    }
}
