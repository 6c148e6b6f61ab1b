import Foundation
import Purser
import Testing

@testable import PurserTool

#if Server
    import PurserServer
    import TestDatabase
#endif

@Suite("The purchase book, in the tool", .timeLimit(.minutes(30)))
struct BookCommandTests {
    @Test("Words that are not understood end with status 64, before any connection is made")
    func usage() async {
        let user = UUID().uuidString
        for words in [
            ["book"], ["book", "burn"], ["book", "status"], ["book", "user", "--bundle", "a"],
            ["book", "user", "me", "--bundle", "a"], ["book", "status", "more", "--bundle", "a"],
            ["book", "release", "--bundle", "a"], ["book", "release", "mailer", "me", "--bundle", "a"],
            ["book", "steps", "more"], ["book", "pass-over", "mailer", "--bundle", "a"],
            ["book", "pass-over", "mailer", "me", "--bundle", "a"],
            ["book", "remove", "--bundle", "a"], ["book", "remove", "mailer", "more", "--bundle", "a"],
            ["book", "erase", user, "more", "--bundle", "a"], ["book", "restored", "2", "--bundle", "a"],
            ["book", "remove-updates", "some", "--bundle", "a"], ["book", "export", "me", "--bundle", "a"],
            ["book", "status", "--bundle", "a", "--environment", "sandbox"],
            ["book", "serve", "--bundle", "a", "--environment", "Prod"],
        ] {
            let run = await ToolRun.inside(words)
            #expect(run.status == 64 && run.errorLines.count == 1, "\(words): \(run.err)")
        }
    }

    #if Server
        private func run(_ database: String, _ words: String...) async throws -> ToolRun {
            let place = try Workplace()
            return try await Executable.shell("PURSER_DATABASE='\(database)' exec \"$0\" \"$@\"", words, in: place)
        }

        @Test("Without an address one line names the variable")
        func address() async throws {
            let run = try await run("", "book", "migrate")
            #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains("PURSER_DATABASE"), "\(run.err)")
        }

        @Test(
            "It makes the schema, shows consumers and users, releases, replays, removes, begins an epoch and erases",
            .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"))
        func session() async throws {
            let text = try await TestCluster.databaseText()
            let own = ["--bundle", "com.example.garden", "--environment", "Sandbox"]
            func book(_ words: String...) async throws -> ToolRun {
                let place = try Workplace()
                return try await Executable.shell(
                    "PURSER_DATABASE='\(text)' exec \"$0\" \"$@\"", ["book"] + words + own, in: place)
            }
            let early = try await book("status")
            #expect(early.status == 1 && early.err.contains("purser book migrate"), "\(early.err)")
            let due = try await run(text, "book", "steps")
            #expect(due.status == 0 && due.out.contains("Step 1 is due: The tables"), "\(due.out)\(due.err)")
            #expect(try await run(text, "book", "steps", "--json").objects().first?["step"] as? Int == 1)
            let unknown = try await run(text, "book", "migrate", "--role", "nobody_there")
            #expect(unknown.status == 1 && unknown.err.contains("create role"), "\(unknown.err)")
            #expect(try await run(text, "book", "steps").out.contains("Step 1 is due"))
            let made = try await run(text, "book", "migrate")
            #expect(made.status == 0 && made.out.contains("steps of the schema"), "\(made.err)")
            for word in ["migrate", "steps"] { #expect(try await run(text, "book", word).out.contains("up to date")) }

            let shared = try await PurchaseBook.sample(try DatabaseAddress(text))
            defer { shared.close() }
            try await shared.report(.coins("1", of: user(1)))
            let id = user(1).uuidString
            let shown = try await book("user", id)
            #expect(shown.status == 0 && shown.out.contains("#1  purchased  1  coins"), "\(shown.out)\(shown.err)")
            let update = try await book("user", id, "--json").objects().first
            #expect(update?["type"] as? String == "update" && update?["account"] as? String == id)
            #expect((update?["transaction"] as? [String: Any])?["productID"] as? String == "coins")
            #expect(try await book("status").out.contains("no consumers"))
            for words in [["status"], ["erase", id], ["export", id]] {
                let other = try await Executable.shell(
                    "PURSER_DATABASE='\(text)' exec \"$0\" \"$@\"", ["book"] + words + own.prefix(2), in: Workplace())
                #expect(other.status == 1 && other.err.contains("--environment"), "\(words): \(other.err)")
            }
            for words in [["replay"], ["dead-letters"], ["release"], ["release", id], ["pass-over", id], ["remove"]] {
                let missing = try await Executable.shell(
                    "PURSER_DATABASE='\(text)' exec \"$0\" \"$@\"",
                    ["book", words[0], "mailer"] + words.dropFirst() + own, in: Workplace())
                #expect(missing.status == 1 && missing.err.contains("“mailer”"), "\(words): \(missing.err)")
            }
            try await shared.addConsumer("mailer")
            #expect(try await book("replay", "mailer").status == 0)
            let rows = try await book("due", "--json").objects()
            #expect(rows.first?["consumer"] as? String == "mailer" && rows.first?["dueUsers"] as? Int == 1)
            try await TestCluster.run("update purser.realm set history = 'another'", in: try DatabaseAddress(text))
            try await shared.report(.coins("2", of: user(1)))
            #expect(try await book("status").out.contains("may be missing"))
            #expect(try await book("restored", "--nothing-lost").out.contains("nothing is missing"))
            #expect(try await book("status").out.contains("may be missing") == false)
            #expect(try await book("restored").out.contains("Epoch "))
            #expect(try await book("dead-letters", "mailer").out.contains("mailer has no dead letters"))
            #expect(try await book("dead-letters", "mailer", "--json").out.isEmpty)
            #expect(try await book("release", "mailer").status == 0)
            let passed = try await book("pass-over", "mailer", id)
            #expect(passed.status == 1 && passed.out.contains("Passed over 0"), "\(passed.err)")
            let removed = try await book("remove", "mailer")
            #expect(removed.status == 0 && removed.out.contains("Removed mailer"), "\(removed.err)")
            #expect(try await book("remove", "mailer").err.contains("“mailer”"))
            #expect(try await book("status").out.contains("no consumers"))
            let given = try await book("export", id)
            #expect(
                given.out.contains(#""latestNumber" : "#) && given.out.contains("coins"), "\(given.out)\(given.err)")
            #expect(try await book("remove-updates", "0").out.contains("Removed 2 updates"))
            #expect(try await book("erase", id).out.contains("2"))
            #expect(try await book("user", id).out.contains("purchased") == false)
        }
    #else
        @Test("Without the trait one line says how to build it")
        func withoutTrait() async {
            let run = await ToolRun.inside("book", "migrate")
            #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains("trait Server"))
        }
    #endif
}
