import Foundation
import Testing

@testable import PurserTool

@Suite("Updates that consumers set aside", .timeLimit(.minutes(30)))
struct AsideCommandTests {
    private func shop(_ place: Workplace, _ lines: String...) async throws -> ToolRun {
        try await Executable.run(
            ["shop", place.sample, "--home", place.home, "--durability", "buffered", "--diagnostics"],
            input: lines.joined(separator: "\n"), in: place)
    }

    @Test("S3: what a consumer sets aside is listed, released by hand, and given to it again, from run to run")
    func released() async throws {
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds, Sample.greenhouse).status == 0)
        #expect(await place.run("failed").out == "No consumer has a failed update.\n")
        let failing = try await shop(place, "follow app failing", "follow other")
        #expect(failing.status == 0, "\(failing.err)")
        #expect(
            failing.out.contains("app has failed on 2 updates.")
                && failing.out.contains("other has processed 2 updates."))

        let listed = try await place.run("failed", "--json").objects()
        #expect(listed.map { $0["type"] as? String } == ["failedUpdate", "failedUpdate"])
        #expect(listed.map { $0["consumer"] as? String } == ["app", "app"])
        #expect(listed.map { ($0["update"] as? [String: Any])?["sequence"] as? Int } == [1, 2])
        #expect(await place.run("failed", "--consumer", "other", "--json").out.isEmpty)
        #expect(await place.run("failed").lines.allSatisfy { $0.contains("the consumer is set to fail") })

        let unknown = await place.run("release", "app", "2", "3")
        #expect(unknown.status == 1 && unknown.err.contains("purser failed lists"), "\(unknown.err)")
        #expect(await place.run("release", "app", "two").status == 64)
        #expect(await place.run("release", "app", "#2").out == "app  #2  released\n")
        #expect(try await place.run("failed", "--json").objects().map { $0["isReleased"] as? Bool } == [false, true])

        let again = try await shop(place, "release app 1", "follow app", "follow app", "failed")
        #expect(again.status == 0, "\(again.err)")
        #expect(again.out.contains("app has processed 2 updates."))
        #expect(again.out.contains("app has processed everything."))
        #expect(again.lines.last == "No consumer has a failed update.")
    }

    @Test("V2: with --diagnostics what an operator would want to know is told on standard error, in the tool's words")
    func diagnostics() async throws {
        let place = try Workplace()
        let run = try await shop(place, "buy 1", "follow app failing")
        let reported = run.errorLines.filter { $0.hasPrefix("purser: error: updateFailed (transaction 2000000000001") }
        #expect(reported.count == 1 && reported.first?.contains("consumer app") == true, "\(run.err)")
        #expect(!run.err.contains("failedUpdates("))
        let quiet = try await Executable.run(["shop", place.sample], input: "buy 1\nfollow app failing", in: place)
        #expect(quiet.err.isEmpty && quiet.out.contains("app has failed on 1 update."))
    }

    @Test("V2: a run tells what the store reports and is not taken in, also while it opens")
    func rejected() async throws {
        let place = try Workplace()
        let options = try place.options(settings: Workplace.forged)
        #expect(await ToolRun.inside(["buy", "p"] + options).status == 1)
        let run = await ToolRun.inside(["unfinished", "--diagnostics"] + options)
        #expect(run.status == 0)
        #expect(run.errorLines.contains { $0.hasPrefix("purser: error: rejected (transaction ") }, "\(run.err)")
    }
}
