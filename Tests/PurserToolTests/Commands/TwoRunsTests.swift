import Foundation
import Testing

@testable import PurserTool

@Suite("Two runs on one home", .timeLimit(.minutes(30)))
struct TwoRunsTests {
    @Test("L3: the second gets one line that says so and changes nothing; the first goes on undisturbed")
    func locked() async throws {
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds).status == 0)
        let first = try RunningTool(
            ["shop", place.sample, "--home", place.home, "--durability", "buffered"], in: place)
        #expect(await first.wrote("sells"))
        let account = try Data(contentsOf: URL(fileURLWithPath: place.home + "/account.json"))
        for words in [["buy", Sample.seeds], ["updates"], ["unfinished"]] {
            let second = try await Executable.run(words + place.place, in: place)
            #expect(second.status == 1)
            #expect(second.out.isEmpty)
            #expect(second.errorLines.count == 1, "\(second.err)")
            #expect(second.err.contains("alreadyOpen"), "\(second.err)")
            #expect(second.err.contains(place.home))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.home + "/account.json")) == account)
        try first.type("buy 1 2\n")
        let ended = try await first.end()
        #expect(ended.status == 0)
        #expect(ended.out.contains("#2  payment  purchased"), "\(ended.out)")
        #expect(try await place.run("owned", "--json").objects().map { $0["quantity"] as? Int } == [3])
    }
}
