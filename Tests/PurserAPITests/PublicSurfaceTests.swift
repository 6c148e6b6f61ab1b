#if os(Linux)
    import Foundation
    import Testing

    /// The public surface grows and shrinks only on purpose: a change of it changes a list, which a reader of the commit sees.
    @Suite("The public surface")
    struct PublicSurfaceTests {
        /// Whether the lists are written anew instead of compared.
        private static let writes = ProcessInfo.processInfo.environment["PURSER_WRITE_SURFACE"] != nil

        /// The lines of those lists that are there.
        private static func agreed(_ lists: some Collection<URL>) throws -> Set<String> {
            let there = lists.filter { FileManager.default.fileExists(atPath: $0.path) }
            return Set(
                try there.flatMap {
                    try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
                })
        }

        @Test(
            "Every public declaration is in the list of its module, and nothing else is",
            arguments: PublicSurface.modules)
        func pinned(_ module: String) throws {
            let lines = try PublicSurface.lines(of: module)
            #expect(lines.count > 10, "the symbols of \(module) were read")
            let lists = PublicSurface.lists(of: module)
            let others = try Self.agreed(lists.dropLast())
            if Self.writes {
                let rest = lines.filter { !others.contains($0) }
                if !rest.isEmpty {
                    try Data((rest.joined(separator: "\n") + "\n").utf8).write(to: lists[lists.count - 1])
                }
                return
            }
            let agreed = try others.union(Self.agreed(lists.suffix(1)))
            let advice = "PURSER_WRITE_SURFACE=1 swift test --filter PublicSurfaceTests writes the list anew"
            #expect(Set(lines).subtracting(agreed).sorted() == [], "\(module) has gained these; \(advice)")
            #expect(agreed.subtracting(lines).sorted() == [], "\(module) has lost these; \(advice)")
        }
    }
#endif
