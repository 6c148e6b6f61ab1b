import Foundation
import Purser
import PurserFormats
import PurserTesting
import Testing

@Suite("Product lists in files")
struct ProductListFileTests {
    private func withFile<Result>(_ text: String, _ body: (URL) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "purser-list-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    @Test(
        "The format is told by the first bytes, whatever the name",
        arguments: [
            "<plist><array><string>a</string></array></plist>", "\u{FEFF}\n [\"a\"]",
            "\n<plist><dict><key>a</key><string>Label</string></dict></plist>",
        ])
    func formats(text: String) throws {
        #expect(try withFile(text) { try ProductList(contentsOf: $0) }.ids == ["a"])
    }

    @Test("A path that cannot be read is refused by name", arguments: ["/nowhere/list.json", "/", "/dev/zero"])
    func paths(path: String) {
        let error = #expect(throws: ProductFileFailure.self) { try ProductList(contentsOf: URL(filePath: path)) }
        #expect(error?.code == (path == "/dev/zero" ? .tooLarge : .unreadableFile))
        #expect(error?.file == path)
    }

    @Test("Nothing is fetched from a network")
    func noNetwork() throws {
        let url = try #require(URL(string: "https://example.com/list.json"))
        let error = #expect(throws: ProductFileFailure.self) { try ProductList(contentsOf: url) }
        #expect(error?.code == .unreadableFile)
    }

    @Test("However a file is damaged, it loads or is refused by name", arguments: 1...3)
    func damage(seed: UInt64) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let binary = try encoder.encode(["Products": ["a", "b"], "Other": ["c"]])
        let xml = Data("<plist><dict><key>Products</key><array><string>a</string></array></dict></plist>".utf8)
        let json = Data(
            """
            [{"identifier":"a","productType":"consumable","variants":["T"],"contentFetcherParameters":
            {"type":"BZRRemoteContentFetcher","URL":"https://example.com/a.zip"}},"b"]
            """.utf8)
        var random = SeededGenerator(seed: seed)
        var outcomes: [Bool: Int] = [:]
        for round in 0..<900 {
            var bytes = [UInt8]([binary, xml, json][round % 3])
            for _ in 0...random.index(below: 3) {
                let index = random.index(below: bytes.count)
                let byte = UInt8(random.index(below: 256))
                if random.index(below: 4) == 0 { bytes.remove(at: index) } else { bytes[index] = byte }
            }
            do throws(ProductFileFailure) {
                let list =
                    round % 3 == 2
                    ? try ProductList(json: Data(bytes), file: "damaged")
                    : try ProductList(plist: Data(bytes), file: "damaged")
                #expect(Set(list.ids).count == list.ids.count)
                outcomes[true, default: 0] += 1
            } catch {
                #expect(error.file == "damaged")
                outcomes[false, default: 0] += 1
            }
        }
        #expect(outcomes.values.allSatisfy { $0 > 50 } && outcomes.count == 2)
    }
}

private let corpus = ProcessInfo.processInfo.environment["PURSER_CORPUS"]

@Suite(
    "A folder of real product lists",
    .enabled(if: corpus != nil, "set PURSER_CORPUS to a folder with storekit/ and productlist/ to run this"))
struct ProductListCorpusTests {
    @Test("Every file loads; the ones that are known have their entries and their mistakes")
    func everyFile() throws {
        let folder = try #require(corpus) + "/productlist"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".md") }
        #expect(!names.isEmpty)
        for name in names {
            let list = try ProductList(contentsOf: URL(filePath: "\(folder)/\(name)"))
            #expect(!list.entries.isEmpty, "\(name)")
            switch name {
            case "apple-guide.plist":
                #expect(list.ids.count == 3)
                #expect(list.diagnostics.isEmpty)
            case "storehelper-SampleProducts.plist":
                #expect(list.diagnostics.isEmpty)
                #expect(list.entries.count { $0.subscriptionGroup == "vip" } == 3)
                #expect(list.entries.count == 11)
            case "bazaar-readme-example.json":
                #expect(list.ids.count == 5)
                #expect(list.entries.count { $0.contentFault != nil } == 1)
                #expect(list.diagnostics.map(\.path) == ["$[0].contentFetcherParameters.URL"])
                #expect(list.diagnostics.first?.message.contains("Retouch.Structure") == true)
            case "synthetic-all-keys.json":
                #expect(list.ids.count == 8)
                #expect(list.diagnostics.isEmpty)
            default: #expect(list.diagnostics.isEmpty, "\(name)")
            }
        }
    }
}
