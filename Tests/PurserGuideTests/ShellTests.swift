import Foundation
import Testing

@Suite("What the pages tell to type", .timeLimit(.minutes(30)))
struct ShellTests {
    @Test("Every call of the tool works in the order of its page", arguments: ["README.md", "Guides", "Reference"])
    func toolCalls(_ part: String) async throws {
        for page in try Page.articles() where page.path.contains(part) {
            let place = try Workplace()
            for block in page.blocks(in: "sh") {
                for line in block.lines where line.contains("purser ") {
                    let run = try await Program.run(Self.withoutBuilding(line), in: place.folder)
                    #expect(run.status == 0, "\(block): \(line): \(run.errors)")
                }
            }
        }
    }

    @Test("The file that tests sell from is the one that the tool writes")
    func sampleFile() async throws {
        let place = try Workplace()
        let run = try await Program.run("purser sample", in: place.folder)
        let file = Page.root.appendingPathComponent("Tests/PurserGuideTests/Garden.storekit")
        #expect(try Data(run.output.utf8) == Data(contentsOf: file))
    }

    @Test("The first purchase is what the README says")
    func firstPurchase() async throws {
        let place = try Workplace()
        let readme = try Page("README.md")
        let run = try await Program.run("purser sample > Garden.storekit && FirstPurchase", in: place.folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(readme.blocks(in: "text").contains { $0.text == run.output }, "\(run.output)")
    }

    @Test(
        "D3, U6: the first purchase with Deliver, run again on its ledger, credits each purchase once under a key of its own"
    )
    func repeatedDelivery() async throws {
        let place = try Workplace()
        let seeds = "com.example.garden.seeds.10"
        let greenhouse = "com.example.garden.greenhouse"
        let sample = try await Program.run("purser sample > Garden.storekit", in: place.folder)
        try #require(sample.status == 0)
        var (keys, transactions): (Set<Substring>, Set<Substring>) = ([], [])
        for (product, owned) in [(seeds, 1), (seeds, 2), (greenhouse, 0), (seeds, 3)] {
            let run = try await Program.run("FirstDelivery \(product)", in: place.folder)
            let lines = run.output.split(separator: "\n")
            try #require(lines.count == 4, "\(run.output) \(run.errors)")
            try #require(lines[0].hasPrefix("credited \(product) for transaction "), "\(run.output)")
            #expect(transactions.insert(lines[0].dropFirst("credited \(product) for transaction ".count)).inserted)
            #expect(lines[1].hasPrefix("key ") && keys.insert(lines[1].dropFirst(4)).inserted)
            #expect(lines.dropFirst(2) == ["paid", "owned: \(owned)"], "\(run.errors)")
        }
    }

    /// The same call of what is built already.
    private static func withoutBuilding(_ line: String) -> String {
        line.replacing(#/^swift run (--package-path [^ ]+ )?/#, with: "")
    }
}
