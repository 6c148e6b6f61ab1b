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

    /// A row of the table that names what to follow: the name, and the sources that it names.
    static func followed(of page: String) -> [(name: String, files: Set<String>)] {
        page.split(separator: "\n").compactMap { row in
            guard row.hasPrefix("|"), let name = row.firstMatch(of: #/^\|[^|]*, as `(\w+)` \|/#)?.1 else { return nil }
            let cell = row.split(separator: "|").dropFirst().first ?? ""
            return (String(name), Set(cell.matches(of: #/`(Sources\/[^`]+\.swift)`/#).map { String($0.1) }))
        }
    }

    @Test("A row that says what to follow names every source in which that stands, and no other")
    func followedNames() throws {
        let page = try String(
            contentsOf: PackageSources.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let rows = Self.followed(of: page)
        #expect(rows.count >= 8)
        let sources = try PackageSources.files(in: "Sources").map { path, text in
            // What comments say of it does not count.
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            return (path: "Sources/\(path)", text: code.joined(separator: "\n"))
        }
        for (name, files) in rows {
            let word = try Regex("\\b\(name)\\b").wordBoundaryKind(.simple)
            let found = Set(sources.filter { $0.text.contains(name) && $0.text.contains(word) }.map(\.path))
            #expect(found.subtracting(files).sorted() == [], "\(name) also stands in these")
            #expect(files.subtracting(found).sorted() == [], "\(name) does not stand in these")
        }
    }

    @Test("What a row says to follow is read with the sources that it names")
    func seededRows() {
        let page = """
            | to add | touch | tests |
            |---|---|---|
            | a frog, as `frogID` | `Sources/Frog.swift` (legs), `Sources/Pond.swift` | `Tests/Frog.swift` |
            | a pond | `Sources/Pond.swift` | |
            """
        let rows = Self.followed(of: page)
        #expect(rows.map(\.name) == ["frogID"] && rows.first?.files == ["Sources/Frog.swift", "Sources/Pond.swift"])
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
