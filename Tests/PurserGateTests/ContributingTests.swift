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
