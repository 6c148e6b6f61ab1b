import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("Apple's server, in the tool", .timeLimit(.minutes(30)))
struct ServerCommandTests {
    private let seeds = "com.example.garden.seeds.10"

    @Test("What is not understood is told before anything is asked, with status 64")
    func usage() async throws {
        let place = try Workplace()
        for words in [
            ["server"], ["server", "ask", "--bundle", "a"], ["server", "test"], ["server", "call", "--bundle", "a"],
            ["server", "history", "--bundle", "a"], ["server", "test", "--bundle", "a", "--environment", "moon"],
            ["server", "test", "--double", place.sample, "--key", "key.p8"],
            ["server", "notifications", "--bundle", "a", "--since", "yesterday"],
            ["server", "call", "getTransactionInfo", "1", "--bundle", "a", "--query", "nothing"],
        ] {
            let run = await ToolRun.inside(words)
            #expect(run.status == 64 && run.errorLines.count == 1, "\(words): \(run.err)")
        }
    }

    #if Verification
        @Test("Without a key one line says where it may be; no argument takes it")
        func key() async {
            let run = await ToolRun.inside("server", "test", "--bundle", "com.example.garden")
            #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains("PURSER_KEY_ID"))
            #expect(!ServerCommand.command.options.contains { ["secret", "pem", "token"].contains($0.name) })
        }

        @Test("The history of the simulated server's customer is shown, with the revision to go on from")
        func history() async throws {
            let place = try Workplace()
            let run = await ToolRun.inside("server", "history", seeds, "--double", place.sample)
            #expect(run.status == 0 && run.out.contains(seeds) && run.out.contains("--revision"), "\(run.err)")
            let rows = try await ToolRun.inside("server", "history", seeds, "--double", place.sample, "--json")
                .objects()
            #expect(rows.count > 3 && rows.last?["type"] as? String == "revision")
            #expect(rows.contains { $0["product"] as? String == seeds })
        }

        @Test("Any call is made by its name, and an unknown one names the nearest")
        func call() async throws {
            let place = try Workplace()
            let run = await ToolRun.inside(
                "server", "call", "getTransactionInfo", seeds, "--double", place.sample, "--json")
            let body = try #require(try run.objects().first?["body"] as? [String: Any])
            #expect(body["signedTransactionInfo"] is String)
            let wrong = await ToolRun.inside("server", "call", "getTransactionInfos", "1", "--double", place.sample)
            #expect(wrong.status == 1 && wrong.err.contains("getTransactionInfo"))
            let unknown = await ToolRun.inside("server", "call", "getTransactionInfo", "5", "--double", place.sample)
            #expect(unknown.status == 1 && unknown.err.contains("transactionIdNotFound"))
        }

        @Test("Notifications are shown with their attempts, those that failed alone where that is asked for")
        func notifications() async throws {
            let place = try Workplace()
            let all = try await ToolRun.inside("server", "notifications", "--double", place.sample, "--json").objects()
            let failed = try await ToolRun.inside(
                "server", "notifications", "--failures", "--double", place.sample, "--json"
            ).objects()
            #expect(all.count == failed.count * 2 || all.count == failed.count * 2 + 1)
            #expect(failed.allSatisfy { ($0["sendAttempts"] as? [String]) == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"] })
            #expect(all.contains { $0["notificationType"] as? String == "SUBSCRIBED/INITIAL_BUY" })
        }

        @Test("A test notification is sent, and how that went is shown")
        func test() async throws {
            let place = try Workplace()
            let run = await ToolRun.inside("server", "test", "--double", place.sample)
            #expect(run.status == 0 && run.out.contains("SUCCESS"), "\(run.err)")
        }
    #else
        @Test("Without the trait one line says how to build it")
        func withoutTrait() async {
            let run = await ToolRun.inside("server", "test", "--bundle", "com.example.garden")
            #expect(run.status == 1 && run.errorLines.count == 1 && run.err.contains("Verification"))
        }
    #endif
}
