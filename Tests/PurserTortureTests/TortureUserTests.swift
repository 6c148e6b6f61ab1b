import Foundation
import Testing

@testable import PurserTorture

@Suite("Torture with users: the built program, killed in the middle of switches", .timeLimit(.minutes(30)), .serialized)
struct TortureUserTests {
    @Test(
        "U1–U6, F8, F10, D1, D2: whatever is killed, every purchase is held by one user, the right one, under each policy",
        arguments: [0, 1, 2])
    func rounds(_ seed: Int) async throws {
        let run = try await TortureRun(["--rounds", "20", "--users", "3", "--seed", "\(seed)", "--json"])
        let counts = try run.counts()
        #expect(run.status == 0, "\(run.out)\(run.err)")
        #expect(run.err.isEmpty)
        #expect((counts["differences"] as? [String])?.isEmpty == true)
        #expect(counts["users"] as? Int == 3)
        // A run that killed, switched, moved or refunded nothing would prove nothing.
        #expect((counts["kills"] as? Int ?? 0) >= 5)
        for name in ["charges", "switches", "moves", "refunds"] { #expect((counts[name] as? Int ?? 0) >= 5, "\(name)") }
        #expect((counts["killedWhile"] as? [String: Int])?["switching"] != nil)
    }

    @Test(
        "U3, U5, F8, F10: it notices a grant for another user, a lost grant, a lost revoke, and a move that is not made",
        arguments: TortureFlaw.allCases.filter(\.isAboutUsers))
    func flaws(_ flaw: TortureFlaw) async throws {
        let words = ["--rounds", "15", "--users", "3", "--seed", "1", "--flaw", flaw.rawValue]
        let run = try await TortureRun(words)
        #expect(run.status == 1, "\(run.out)")
        #expect(run.errorLines.count == 1)
        let expected =
            switch flaw {
            case .grantToAnother: "whom nobody named"
            case .loseGrant: "was charged and nobody holds it"
            case .loseRevoke: "keeps units"
            default: "holds it"
            }
        #expect(run.out.contains("WRONG  move, rounds 0 to 14: "))
        #expect(run.out.contains(expected), "\(run.out)")
    }

    @Test("Without users the table and the JSON say nothing of them")
    func withoutUsers() async throws {
        let words = ["--rounds", "1", "--seed", "1"]
        let counts = try await TortureRun(words + ["--json"]).counts()
        for name in ["users", "switches", "moves"] { #expect(counts[name] is NSNull, "\(name)") }
        let table = try await TortureRun(words)
        #expect(!table.out.contains("Users") && !table.out.contains("switching"), "\(table.out)")
    }

    @Test(
        "A number of users out of its range, and a mistake about users without any, are not understood",
        arguments: [["--users", "1"], ["--users", "9"], ["--flaw", "lose-grant"]])
    func words(_ words: [String]) async throws {
        let run = try await TortureRun(["--rounds", "1"] + words)
        #expect(run.status == 64 && run.errorLines.count == 1, "\(run.err)")
    }
}
