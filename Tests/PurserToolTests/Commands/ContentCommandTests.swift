import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("purser content", .timeLimit(.minutes(30)))
struct ContentCommandTests {
    private let place: Workplace
    private let goods: String

    init() throws {
        place = try Workplace()
        goods = place.folder.appendingPathComponent("goods").path
    }

    private func address(_ text: String, _ name: String) throws -> String {
        URL(fileURLWithPath: try place.write(text, to: name)).absoluteString
    }

    @Test("What is fetched is listed, verified and deleted; a flaw is told")
    func progress() async throws {
        let pond = try address("fish", "pond.txt")
        let got = await ToolRun.inside("content", "get", "pond=\(pond)", "--into", goods)
        #expect(got.status == 0 && got.lines.count == 1 && got.out.contains("pond: installed, 4 bytes"), "\(got)")
        let listed = try await ToolRun.inside("content", "list", goods, "--json").objects()
        #expect(listed.map { $0["productID"] as? String } == ["pond"])
        #expect(listed.first?["bytes"] as? Int == 4)
        #expect(await ToolRun.inside("content", "list", goods).out.contains("4 bytes"))
        #expect(await ToolRun.inside("content", "verify", goods).status == 0)
        let folder = try #require(listed.first?["folder"] as? String)
        try Data("fishes".utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("pond.txt"))
        let flawed = await ToolRun.inside("content", "verify", goods)
        #expect(flawed.status == 1 && flawed.errorLines.count == 1)
        #expect(flawed.out.contains("pond.txt has 6 bytes instead of 4"))
        let objects = try await ToolRun.inside("content", "verify", goods, "--json").objects()
        #expect(objects.first?["isWhole"] as? Bool == false)
        #expect(await ToolRun.inside("content", "delete", goods, "pond").status == 0)
        #expect(await ToolRun.inside("content", "list", goods).out == "Nothing is installed.\n")
        #expect(await ToolRun.inside("content", "delete", goods, "pond").status == 64)
    }

    @Test(
        "A content of a product without an identifier, or with one that is too long, is rejected, and nothing is installed"
    )
    func noProduct() async throws {
        let pond = try address("fish", "pond.txt")
        for id in ["", " ", String(repeating: "x", count: 256)] {
            let run = await ToolRun.inside("content", "get", "\(id)=\(pond)", "--into", goods)
            #expect(run.status == 64 && run.errorLines.count == 1 && run.err.contains("product identifier"), "\(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: goods))
    }

    @Test("The contents of a product list come, and one that cannot be had does not stop the others")
    func list() async throws {
        let pond = try address("no archive", "pond.zip")
        let list = try place.write(
            """
            [{"identifier": "pond", "productType": "nonConsumable",
              "contentFetcherParameters": {"type": "BZRLocalContentFetcher", "URL": "\(pond)"}}]
            """, to: "Products.json")
        let shed = try address("spade", "shed.txt")
        let run = await ToolRun.inside("content", "get", list, "shed=\(shed)", "--into", goods, "--at-once", "1")
        #expect(run.status == 1 && run.errorLines.count == 1, "\(run)")
        #expect(run.err.contains("pond"))
        #expect(run.out.contains("shed: installed"))
    }

    @Test(
        "Words that make no sense: status 64, one line",
        arguments: [
            ["get"], ["get", "pond=http://x/y"], ["get", "pond=ftp://x/y", "--into", "d"], ["list"], ["frob", "d"],
            ["list", "/nowhere/at/all"], ["list", "a", "b"], ["delete", "d"], ["list", "d", "--sha256", "a"],
            ["get", "pond=", "--into", "d"], ["get", "pond=http://x/y", "--into", "d", "--at-once", "0"],
        ])
    func wrong(_ words: [String]) async {
        let run = await ToolRun.inside(["content"] + words)
        #expect(run.status == 64 && run.errorLines.count == 1 && run.out.isEmpty, "\(run)")
    }

    @Test("A bar says how far a download is, at which rate, and how long the rest takes")
    func bars() {
        #expect(
            ContentBars.text(.init(bytes: 1_536, total: 3_072, bytesPerSecond: 512))
                == "[##########..........] 50 % of 3.0 KiB  512 bytes/s  3 s left")
        #expect(ContentBars.text(.init(bytes: 10, total: 10)) == "[####################] 100 % of 10 bytes")
        #expect(ContentBars.text(.init(bytes: 5 << 30)) == "5.0 GiB")
    }
}
