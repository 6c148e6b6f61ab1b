#if os(Linux)
    import Foundation
    import Testing

    /// The public surface grows and shrinks only on purpose: a change of it changes a list, which a reader of the commit sees.
    @Suite("The public surface")
    struct PublicSurfaceTests {
        /// Whether the lists are written anew instead of compared.
        private static let writes = ProcessInfo.processInfo.environment["PURSER_WRITE_SURFACE"] != nil

        @Test(
            "Every public declaration is in the list of its module, and nothing else is",
            arguments: PublicSurface.modules)
        func pinned(_ module: String) throws {
            let lines = try PublicSurface.lines(of: module)
            #expect(lines.count > 10, "the symbols of \(module) were read")
            let list = PublicSurface.list(of: module)
            if Self.writes {
                try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: list)
                return
            }
            let agreed = Set(try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init))
            let advice = "PURSER_WRITE_SURFACE=1 swift test --filter PublicSurfaceTests writes the list anew"
            #expect(Set(lines).subtracting(agreed).sorted() == [], "\(module) has gained these; \(advice)")
            #expect(agreed.subtracting(lines).sorted() == [], "\(module) has lost these; \(advice)")
        }
    }
#endif
