import Foundation
import Testing

@Suite("Where to begin, by CONTRIBUTING.md")
struct ContributingTests {
    /// The paths that a page names in the tables of a section.
    static func paths(in section: String, of page: String) -> [String] {
        let part = page.components(separatedBy: "## \(section)\n").dropFirst().first ?? ""
        let rows = part.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("|") }
        return rows.flatMap { $0.matches(of: #/`((?:Sources|Tests|Benchmarks)\/[^`]+)`/#).map { String($0.1) } }
    }

    @Test("Every file and folder that the table names is there")
    func everyPath() throws {
        let root = PackageSources.root
        let page = try String(contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let paths = Self.paths(in: "Where to begin", of: page)
        #expect(Set(paths).count > 30)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path), "\(path)")
        }
    }

    /// A row of the table that names an example.
    struct Example {
        let name: String
        /// Whether the row names all sources with this name: `as`, not `like`.
        let isWhole: Bool
        /// The sources that the row names before "perhaps".
        let files: Set<String>
    }

    /// The rows of a page that name an example.
    static func examples(of page: String) -> [Example] {
        page.split(separator: "\n").compactMap { row in
            guard row.hasPrefix("|"), let match = row.firstMatch(of: #/^\|[^|]*, (as|like) `(\w+)` \|/#) else {
                return nil
            }
            let cell = String(row.split(separator: "|").dropFirst().first ?? "").components(separatedBy: "; perhaps ")[
                0]
            let files = cell.matches(of: #/`(Sources\/[^`]+\.swift)`/#).map { String($0.1) }
            return Example(name: String(match.2), isWhole: match.1 == "as", files: Set(files))
        }
    }

    @Test("The files that a row with an example names have it; after “as” the row names every source that has it")
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

    @Test("The example of a row is read with the sources that it names before “perhaps”")
    func seededRows() {
        let page = """
            | to add | touch | tests |
            |---|---|---|
            | a frog, as `frogID` | `Sources/Frog.swift` (legs), `Sources/Pond.swift` | `Tests/Frog.swift` |
            | a fish, like `fishID` | `Sources/Fish.swift` (fins); perhaps `Sources/Pond.swift` | |
            | a pond | `Sources/Pond.swift` | |
            """
        let rows = Self.examples(of: page)
        #expect(rows.map(\.name) == ["frogID", "fishID"] && rows.map(\.isWhole) == [true, false])
        #expect(rows.map(\.files) == [["Sources/Frog.swift", "Sources/Pond.swift"], ["Sources/Fish.swift"]])
    }

    @Test("Paths are found in the section's table only")
    func seeded() {
        let page = """
            ## Where to begin
            Read `Sources/Text`.
            | to add | touch |
            |---|---|
            | a pond | `Sources/Pond.swift` (water), `Tests/Pond` and `Spellings` |

            ## The rules
            | `Sources/Other` |
            """
        #expect(Self.paths(in: "Where to begin", of: page) == ["Sources/Pond.swift", "Tests/Pond"])
        #expect(Self.paths(in: "Where to end", of: page) == [])
    }
}
