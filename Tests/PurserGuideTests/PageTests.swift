import Foundation
import Testing

@Suite("The pages of the documentation")
struct PageTests {
    @Test("Every block of Swift is compiled, and run by a test")
    func swiftBlocks() throws {
        let examples = try ExampleSource.all()
        // Manifests are loaded by `ManifestTests`.
        let blocks = try Page.withDocComments().flatMap { $0.blocks(in: "swift") }.filter { !$0.isManifest }
        #expect(blocks.count > 20)
        for block in blocks {
            #expect(
                examples.contains { $0.runs(block) },
                "\(block): no test in Tests/PurserGuideTests/Examples has these lines one after the other")
        }
    }

    @Test("Every link to a file of the package leads somewhere")
    func links() throws {
        for path in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
            let text = try Page(path).lines.joined(separator: "\n")
            for link in text.matches(of: #/\]\(([^)\s]+)\)/#).map(\.1) where !link.contains("://") {
                let file = Page.root.appendingPathComponent(String(link.prefix { $0 != "#" })).path
                #expect(FileManager.default.fileExists(atPath: file), "\(path): \(link)")
            }
        }
    }
}

@Suite("How examples are found")
struct ExampleSourceTests {
    private func block(_ text: String) -> CodeBlock {
        CodeBlock(page: "page", line: 1, language: "swift", lines: text.components(separatedBy: "\n"))
    }

    private func source(_ text: String) -> ExampleSource { ExampleSource(path: "file", text: text) }

    private let file = """
        struct Examples {
            @Test("One")
            func one() async throws {
                let a = 1

                let b = 2  // not shown
                let c = 3
            }

            private func two() {
                let d = 4
            }
        }
        """

    @Test("Lines that stand in a test are found, at any depth, without what is not shown")
    func found() {
        #expect(source(file).runs(block("let a = 1\n\nlet c = 3")))
        #expect(source(file).runs(block("let c = 3")))
        #expect(source("let a = 1\nprint(a)").runs(block("print(a)")))
    }

    @Test("Lines that differ, are apart, or stand in what is no test are not found")
    func notFound() {
        #expect(!source(file).runs(block("let a = 2")))
        #expect(!source(file).runs(block("let a = 1\nlet c = 3")))
        #expect(!source(file).runs(block("let a = 1\n\n    let c = 3")))
        #expect(!source(file).runs(block("let b = 2  // not shown")))
        #expect(!source(file).runs(block("let d = 4")))
        #expect(!source(file).runs(block("")))
    }
}
