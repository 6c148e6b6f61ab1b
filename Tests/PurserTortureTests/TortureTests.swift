import Foundation
import Testing

@testable import PurserTorture

@Suite("Torture: the program, killed in the middle of purchases", .timeLimit(.minutes(30)), .serialized)
struct TortureTests {
    @Test("L1, D1, D2, F1, F2, F3, M3, O4: whatever is killed, every charge is recorded once, delivered and finished")
    func rounds() async throws {
        let run = try await TortureRun(["--rounds", "20", "--seed", "11", "--json"])
        #expect(run.status == 0, "\(run.out)\(run.err)")
        #expect(run.err.isEmpty)
        let counts = try run.counts()
        #expect((counts["differences"] as? [String])?.isEmpty == true)
        #expect(counts["rounds"] as? Int == 20)
        #expect((counts["kills"] as? Int ?? 0) + (counts["ended"] as? Int ?? 0) == 20)
        // A plan that killed nobody, or sold nothing, would prove nothing.
        #expect((counts["kills"] as? Int ?? 0) >= 5)
        #expect((counts["charges"] as? Int ?? 0) >= 20)
        #expect(counts["compacted"] as? Int == 1)
    }

    // A sanitizer changes what lies between two steps of the tool, and with it where the kills fall.
    #if THREAD_SANITIZER
        private static let noticeable: [TortureFlaw] = [.acknowledgeEarly, .loseLog]
    #else
        private static let noticeable = TortureFlaw.allCases.filter { !$0.isAboutUsers }
    #endif

    @Test(
        "It notices a store that finishes before it records, acknowledges before it writes, or loses a file",
        arguments: noticeable)
    func flaws(_ flaw: TortureFlaw) async throws {
        let place = try Workplace()
        let home = place.home
        let words = ["--rounds", "20", "--seed", "1", "--home", home, "--flaw", flaw.rawValue]
        let run = try await TortureRun(words)
        #expect(run.status == 1, "\(run.out)")
        #expect(run.out.contains("WRONG"))
        #expect(run.out.contains("The files are in \(home); the seed was 1."))
        #expect(run.errorLines.count == 1)
        // A folder with the remains of another run would mix up two books.
        let again = try await TortureRun(["--rounds", "1", "--home", home])
        #expect(again.status == 1)
        #expect(again.errorLines.count == 1)
        #expect(again.err.contains(home))
    }

    @Test(
        "A folder that holds something, such as a customer's home, is rejected and stays as it is; an empty one is taken"
    )
    func folder() async throws {
        let place = try Workplace()
        let folder = URL(fileURLWithPath: place.home)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: folder.appendingPathComponent("account.json"))
        let run = try await TortureRun(["--rounds", "1", "--home", place.home])
        #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains("account.json"), "\(run.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.home) == ["account.json"])
        try FileManager.default.removeItem(at: folder.appendingPathComponent("account.json"))
        let again = try await TortureRun(["--rounds", "1", "--home", place.home])
        #expect(again.status == 0, "\(again.err)")
    }
}
