import Foundation
import Testing

@Suite("Where to begin, by CONTRIBUTING.md")
struct ContributingTests {
    /// The paths that a page names in the lists of a section.
    static func paths(in section: String, of page: String) -> [String] {
        let part = page.components(separatedBy: "## \(section)\n").dropFirst().first ?? ""
        let rows = part.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("- ") }
        return rows.flatMap { $0.matches(of: #/`((?:Sources|Tests|Benchmarks)\/[^`]+)`/#).map { String($0.1) } }
    }

    @Test("Every file and folder that the lists name is there")
    func everyPath() throws {
        let root = PackageSources.root
        let page = try String(contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let paths = Self.paths(in: "Where to begin", of: page)
        #expect(Set(paths).count > 30)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path), "\(path)")
        }
    }

    @Test("Every file that the ways of a purchase, a refund, a launch and a switch pass is there")
    func ways() throws {
        let root = PackageSources.root
        let page = try String(contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let part = page.components(separatedBy: "## The way of a purchase\n").dropFirst().first ?? ""
        let text = part.components(separatedBy: "\n## ")[0]
        let files = text.matches(of: #/`([A-Z]\w+\/[^`]+\.swift)`/#).map { String($0.1) }
        #expect(Set(files).count > 20)
        for file in files {
            let path = root.appendingPathComponent("Sources/Purser/\(file)").path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
    }

    /// A list whose heading names an example.
    struct Example {
        let name: String
        /// Whether the list names all sources with this name: `as`, not `like`.
        let isWhole: Bool
        /// The sources that the list names before "perhaps".
        let files: Set<String>
    }

    /// The lists of a page whose headings name an example.
    static func examples(of page: String) -> [Example] {
        page.components(separatedBy: "\n### ").dropFirst().compactMap { part in
            let lines = part.components(separatedBy: "\n## ")[0].split(separator: "\n")
            guard let match = lines.first?.firstMatch(of: #/, (as|like) `(\w+)`$/#) else { return nil }
            let needed = lines.filter { $0.hasPrefix("- ") && !$0.hasPrefix("- perhaps ") && !$0.hasPrefix("- tests") }
            let files = needed.flatMap { $0.matches(of: #/`(Sources\/[^`]+\.swift)`/#).map { String($0.1) } }
            return Example(name: String(match.2), isWhole: match.1 == "as", files: Set(files))
        }
    }

    @Test("The files of a list with an example have it; after “as” the list names every source that has it")
    func exampleNames() throws {
        let page = try String(
            contentsOf: PackageSources.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let rows = Self.examples(of: page)
        #expect(rows.count >= 8 && rows.contains(where: \.isWhole))
        let sources = try PackageSources.files(in: "Sources").map { path, text in
            // What comments say of it does not count.
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            return (path: "Sources/\(path)", text: code.joined(separator: "\n"))
        }
        for row in rows {
            let (name, files) = (row.name, row.files)
            let word = try Regex("\\b\(name)\\b").wordBoundaryKind(.simple)
            let found = Set(sources.filter { $0.text.contains(name) && $0.text.contains(word) }.map(\.path))
            let (others, wrong) = (found.subtracting(files), files.subtracting(found))
            #expect(!row.isWhole || others.isEmpty, "\(name) is also in \(others.sorted())")
            #expect(!files.isEmpty && wrong.isEmpty, "\(name) is not in \(wrong.sorted())")
        }
    }

    @Test("The example of a heading is read with the sources that its list names before “perhaps”")
    func seededRows() {
        let page = """
            ## Where to begin

            ### A frog, as `frogID`

            - `Sources/Frog.swift` (legs)
            - `Sources/Pond.swift`
            - tests: `Tests/Frog.swift`

            ### A fish, like `fishID`

            - `Sources/Fish.swift` (fins)
            - perhaps `Sources/Pond.swift`

            ### A pond

            - `Sources/Pond.swift`
            """
        let rows = Self.examples(of: page)
        #expect(rows.map(\.name) == ["frogID", "fishID"] && rows.map(\.isWhole) == [true, false])
        #expect(rows.map(\.files) == [["Sources/Frog.swift", "Sources/Pond.swift"], ["Sources/Fish.swift"]])
    }

    @Test("Paths are found in the section's lists only")
    func seeded() {
        let page = """
            ## Where to begin
            Read `Sources/Text`.
            - `Sources/Pond.swift` (water), `Tests/Pond` and `Spellings`

            ## The rules
            - `Sources/Other`
            """
        #expect(Self.paths(in: "Where to begin", of: page) == ["Sources/Pond.swift", "Tests/Pond"])
        #expect(Self.paths(in: "Where to end", of: page) == [])
    }
}
