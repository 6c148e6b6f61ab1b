import Foundation
import Testing

@Suite("The words of the documentation")
struct WordTests {
    private static func pages() throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(
            atPath: PackageSources.root.appendingPathComponent("Sources").path)
        return ["README.md", "CHANGELOG.md"] + paths.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    }

    private static func text(of page: String) throws -> String {
        try String(contentsOf: PackageSources.root.appendingPathComponent(page), encoding: .utf8)
    }

    @Test("No page has an old word")
    func pages() throws {
        let pages = try Self.pages()
        #expect(pages.count > 30)
        for page in pages {
            let words = OldWords.found(onPage: try Self.text(of: page))
            #expect(words == [], "\(page): \(words), see OldWords.replacements")
        }
    }

    @Test("No public doc comment has an old word")
    func docComments() throws {
        var counts: [(module: String, count: Int)] = []
        for module in try PackageSources.modules() where module.hasPrefix("Sources/") {
            let count = try PackageSources.files(in: module).map { OldWords.found(inSource: $0.text).count }.reduce(
                0, +)
            counts.append((module, count))
        }
        #expect(counts.count > 8)
        #expect(counts.allSatisfy { $0.count == 0 }, "\(counts): see OldWords.replacements")
    }

    @Test("Words are found in prose and in public doc comments only")
    func seeded() {
        #expect(OldWords.found(in: "Whoever was told the news") == ["whoever", "told", "news"])
        #expect(OldWords.found(in: "It renews `setAside`, ``refusals`` and in TestFlight") == [])
        #expect(OldWords.found(onPage: "told\n```swift\ntold\n```\nRefused.") == ["told", "refused"])
        let source = """
            /// It is told.
            public struct A {
                /// It is heard.
                @inlinable
                public func b() {}
                /// It hears.
                func c() {}
            }
            /// News.
            public enum D {
                /// It tells.
                case e
            }
            /// Refused.
            enum F {
                /// Refused.
                case g
            }
            """
        #expect(OldWords.found(inSource: source) == ["told", "heard", "news", "tells"])
    }

    @Test("The pictures in light and in dark differ in their colours only")
    func pictures() throws {
        let folder = PackageSources.root.appendingPathComponent("Sources/Purser/Purser.docc/Images")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix("~dark.svg")
        }
        #expect(names.count >= 3)
        for name in names {
            let parts = try [name, name.replacingOccurrences(of: "~dark", with: "")].map { name in
                try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                    .replacing(#/<style>[^<]*<\/style>/#, with: "")
            }
            #expect(parts[0] == parts[1], "\(name)")
        }
    }
}
