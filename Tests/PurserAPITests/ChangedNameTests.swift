import Foundation
import Testing

/// The table of changed names in the changelog, for programs that were written against earlier commits.
@Suite("The table of changed names")
struct ChangedNameTests {
    /// Names of Foundation and Swift, a command of the tool, and what no surface records: `PurserStoreKit`.
    private static let others: Set = ["Date", "URL", "nil", "purser ledger dump", "ApplicationUsernames(file:)"]

    /// The names in the recorded surfaces of all modules, as their lists write them.
    private static func surface() throws -> Set<String> {
        let folder = PublicSurface.root.appendingPathComponent("Tests/PurserAPITests/Surface")
        let lists = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        for list in lists {
            for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
                names.insert(line.split(separator: ": ").first.map(String.init) ?? "")
            }
        }
        return names
    }

    /// The rows: old and new.
    private static func rows() throws -> [(old: String, new: String)] {
        let file = PublicSurface.root.appendingPathComponent("CHANGELOG.md")
        let section = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "### Changed names\n").last
        return (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") && $0 != "| old | new |" }.map {
            let cells = $0.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            return (cells.first ?? "", cells.count == 2 ? cells[1] : "")
        }
    }

    private static func names(in cell: String) -> [String] { cell.matches(of: #/`([^`]+)`/#).map { String($0.1) } }

    @Test("Every new name is in the recorded surface, and every row says what to use instead")
    func newNames() throws {
        let surface = try Self.surface()
        let rows = try Self.rows()
        try #require(rows.count > 50 && surface.count > 2_000)
        for row in rows {
            let names = Self.names(in: row.new)
            #expect(!names.isEmpty || row.new.hasPrefix("none"), "“\(row.old)” has no new name")
            for name in names where !Self.others.contains(name) {
                #expect(surface.contains(name), "\(name), instead of \(row.old)")
            }
        }
    }

    @Test("No type that is gone is still there, and no old name has two rows")
    func oldNames() throws {
        let surface = try Self.surface()
        var seen: Set<String> = []
        for row in try Self.rows() where row.new.hasPrefix("`") || row.new.hasPrefix("none") {
            let names = Self.names(in: row.old)
            #expect(!names.isEmpty, "\(row)")
            #expect(seen.insert(row.old).inserted, "\(row.old)")
            // Where the whole cell is names, none of them exists any more.
            let isPlain = row.old.replacing(#/`[^`]+`|[,;]\ /#, with: "").isEmpty
            for name in names where isPlain && name.first?.isUppercase == true {
                #expect(!surface.contains(name), "\(name) still exists")
            }
        }
    }
}
