import Foundation
import Testing

@testable import PurserBench

@Suite("Two builds, measured in turn")
struct ContestTests {
    private func row(_ cpu: Double, callers: Int = 1) -> Row {
        Row("purchases", "memory", "callers", callers, [Figure(.cpu, cpu)])
    }

    /// A program that prints a report, as an older build of the harness does.
    private func program(_ report: String, status: Int = 0) throws -> Contender {
        let path = FileManager.default.temporaryDirectory.appending(path: "contender-\(UUID().uuidString)").path
        try "#!/bin/sh\ncat <<'END'\n\(report)\nEND\nexit \(status)\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return Contender(path: path)
    }

    private func contest(_ this: Contender, _ other: Contender) -> Contest {
        Contest(this: this, other: other, rounds: 2, subjects: [Subject("purchases --callers 1")])
    }

    @Test("What costs more than 1.1 times what it cost is slower, by medians; a rate that falls costs more")
    func ratios() {
        var outcome = Contest.Outcome()
        for (old, new) in [(10.0, 12.0), (10, 11), (10, 30)] { outcome.add([row(old)], [row(new)], "pinned") }
        #expect(outcome.results.map(\.ratio) == [1.2] && outcome.results[0].spread == 1.1...3)
        #expect(!outcome.isRight && outcome.lines.last?.hasPrefix("1 of 1") == true)
        let rates = Contest.Result(name: "", kind: .rate, earlier: [100], latest: [80])
        #expect(rates.ratio == 1.25 && rates.isSlower)
    }

    @Test("Rows are compared by their key, and one that only one build measures is named")
    func missing() {
        var outcome = Contest.Outcome()
        outcome.add([row(10)], [row(10), row(5, callers: 64)], "free")
        #expect(outcome.isRight && outcome.results.count == 1)
        #expect(outcome.lines.contains { $0.contains("one of them only") && $0.contains("64 callers") })
    }

    @Test("Builds run as programs of their own; one that does not know a subject leaves it out, a wrong run ends all")
    func programs() throws {
        let good = try program(BenchReport(command: "", rows: [row(10)]).json())
        let slow = try program(BenchReport(command: "", rows: [row(12)]).json())
        let (older, broken) = (try program("", status: 64), try program("", status: 1))
        defer { for one in [good, slow, older, broken] { try? FileManager.default.removeItem(atPath: one.path) } }
        let outcome = try contest(slow, good).run()
        #expect(outcome.results.allSatisfy { $0.ratio == 1.2 && $0.earlier.count == 2 } && !outcome.results.isEmpty)
        #expect(try contest(good, older).run().missing == ["purchases"])
        #expect(throws: WrongRun.self) { try contest(good, broken).run() }
        #expect(throws: UsageError.self) { try contest(good, Contender(path: "/nowhere")).run() }
    }
}
