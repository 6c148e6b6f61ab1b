import Foundation
import Testing

@testable import PurserTool

@Suite("Wrong input", .timeLimit(.minutes(30)))
struct WrongInputTests {
    @Test(
        "Words that make no sense: status 64, one line, nothing on standard output",
        arguments: [
            [], ["frob"], ["--frob"], ["help", "frob"], ["demo", "a", "b"], ["demo", "--json"], ["shop"], ["products"],
            ["timeline", "f"], ["timeline", "f", "p", "--for", "soon"],
            ["timeline", "f", "p", "--from", "2026-02-30"], ["timeline", "f", "p", "--at", "3m"],
            ["timeline", "f", "p", "--at", "3m frob"], ["timeline", "f", "p", "--at", "soon renew off"],
            ["buy"], ["buy", "x"], ["buy", "x", "--store", "f"], ["finish", "--store", "f", "--home", "h"],
            ["owned", "x", "--store", "f", "--home", "h"],
            ["buy", "x", "--store", "f", "--home", "h", "--quantity", "0"],
            ["buy", "x", "--store", "f", "--home", "h", "--quantity", "11"],
            ["buy", "x", "--store", "f", "--home", "h", "--quantity", "99999999999999999999"],
            ["buy", "x", "--store", "f", "--home", "h", "--account", "me"],
            ["buy", "x", "--store", "f", "--home", "h", "--context", "k"],
            ["buy", "x", "--store", "f", "--home", "h", "--context", "=v"],
            ["owned", "--store", "f", "--home", "h", "--durability", "maybe"], ["ledger"], ["ledger", "check"],
            ["ledger", "burn", "d"], ["ledger", "repair", "d"], ["ledger", "check", "d", "e"],
            ["updates", "--store", "f", "--home", "h", "--after", "-1"], ["buy", "", "--store", "f", "--home", "h"],
        ])
    func usage(_ words: [String]) async {
        let run = await ToolRun.inside(words)
        #expect(run.status == 64)
        #expect(run.errorLines.count == 1, "\(run.err)")
        #expect(run.err.contains("--help"))
        #expect(run.out.isEmpty)
    }

    @Test("Ids that nobody knows: status 1, one line that names them, nothing bought or finished")
    func ids() async throws {
        let place = try Workplace()
        let unknown = await place.run("buy", Sample.seeds, "no.such\n.thing", "nor.this")
        #expect(unknown.status == 1)
        #expect(unknown.errorLines.count == 1)
        #expect(unknown.err.contains("nor.this"))
        let long = await place.run("buy", String(repeating: "x", count: 300))
        #expect(long.status == 1)
        let finish = await place.run("finish", "99")
        #expect(finish.status == 1)
        #expect(finish.err.contains("99"))
        #expect(await place.run("updates", "--json").out.isEmpty)
    }

    @Test("A context beyond its limit is refused, and nothing is charged")
    func context() async throws {
        let place = try Workplace()
        let run = await place.run("buy", Sample.seeds, "--context", "k=" + String(repeating: "v", count: 20_000))
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(await place.run("updates", "--json").out.isEmpty)
    }

    @Test(
        "Files that cannot be read: status 1, and the line names the file",
        arguments: [
            "products", "demo", "shop",
        ])
    func files(_ command: String) async throws {
        let place = try Workplace()
        let paths = [
            place.folder.appendingPathComponent("missing.storekit").path, place.folder.path,
            try place.write("{ broken", to: "broken.storekit"), try place.write("[1]", to: "array.storekit"),
            try place.write("", to: "empty.storekit"),
        ]
        for path in paths {
            let run = await ToolRun.inside(command, path)
            #expect(run.status == 1)
            #expect(run.errorLines.count == 1, "\(run.err)")
            #expect(run.err.contains(path))
        }
    }

    @Test("A home that is no folder, or holds something else: status 1, and the line names it")
    func homes() async throws {
        let place = try Workplace()
        let file = try place.write("x", to: "file")
        let inTheWay = await ToolRun.inside("owned", "--store", place.sample, "--home", file)
        #expect(inTheWay.status == 1)
        #expect(inTheWay.errorLines.count == 1)
        #expect(inTheWay.err.contains(file))
        try FileManager.default.createDirectory(atPath: place.home, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: place.home + "/account.json"))
        let damaged = await place.run("owned")
        #expect(damaged.status == 1)
        #expect(damaged.errorLines.count == 1)
        #expect(damaged.err.contains("account.json"))
    }

    @Test("Mistakes inside a file are told with their place, and the rest is sold")
    func mistakes() async throws {
        let place = try Workplace()
        let text = """
            {"products":[{"type":"Consumable"},
             {"productID":"p","type":"Consumable","displayPrice":"1","localizations":[]}]}
            """
        let run = await ToolRun.inside("products", try place.write(text, to: "mistake.storekit"))
        #expect(run.status == 0)
        #expect(run.lines.count == 1)
        #expect(run.err.contains("$.products[0]"))
    }

    @Test(
        "Help for everything, and the version",
        arguments: [
            ["--help"], ["-h"], ["help"], ["--version"], ["help", "buy"],
        ] + Tool.commands.map { [$0.name, "--help"] })
    func help(_ words: [String]) async {
        let run = await ToolRun.inside(words)
        #expect(run.status == 0)
        #expect(!run.out.isEmpty)
        #expect(run.err.isEmpty)
        #expect(run.lines.allSatisfy { $0.count <= 120 })
    }
}
