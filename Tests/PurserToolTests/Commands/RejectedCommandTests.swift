import Foundation
import Testing

@testable import PurserTool

@Suite("purser rejected", .timeLimit(.minutes(30)))
struct RefusedCommandTests {
    @Test("A transaction beyond the limits is named with its reason, and holds up nothing else")
    func outOfLimits() async throws {
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds, "--manual").status == 0)
        #expect(await place.run("rejected").out == "Nothing was rejected.\n")
        #expect(await place.run("rejected", "--json").out.isEmpty)
        let account = URL(fileURLWithPath: place.home + "/account.json")
        let text = try String(contentsOf: account, encoding: .utf8)
        let changed = text.replacing("\"purchasedQuantity\":1", with: "\"purchasedQuantity\":9223372036854775807")
        #expect(changed != text)
        try Data(changed.utf8).write(to: account)
        try FileManager.default.removeItem(atPath: place.home + "/ledger")

        let report = try #require(try await place.run("rejected", "--json").objects().first)
        #expect(report["type"] as? String == "rejected")
        #expect(report["kind"] as? String == "transaction")
        #expect(report["productID"] as? String == Sample.seeds)
        #expect(report["reason"] as? String == "outOfLimits")
        #expect(await place.run("rejected").lines.count == 1)
        #expect(await place.run("buy", Sample.greenhouse).status == 0)
        #expect(await place.run("owned").lines.count == 1)
    }

    @Test("Numbers that no run can work with are one line and status 1, and absurd identifiers are not found")
    func absurd() async throws {
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds).status == 0)
        let absurd = await ToolRun.inside(
            ["finish", "9223372036854775807"] + place.place + ["--", "-9223372036854775808"])
        #expect(absurd.status == 1)
        let tooMany = await place.run("buy", Sample.seeds, "--quantity", "9223372036854775807")
        #expect(tooMany.status == 64)
        let account = URL(fileURLWithPath: place.home + "/account.json")
        let text = try String(contentsOf: account, encoding: .utf8)
        for name in ["pendingCount", "failedCount"] {
            let changed = text.replacing("\"\(name)\":0", with: "\"\(name)\":9223372036854775807")
            #expect(changed != text)
            try Data(changed.utf8).write(to: account)
            let run = await place.run("owned")
            #expect(run.status == 1)
            #expect(run.err.contains("account.json"))
        }
    }
}
