import Foundation

/// A source file that is compiled, and run by tests: where the code of the pages comes from.
struct ExampleSource: Sendable {
    /// What ends a line of an example that the page leaves out.
    static let hiddenMark = "// not shown"

    /// The file's path.
    var path: String
    private var lines: [String]

    init(_ path: String) throws {
        self.init(path: path, text: try String(contentsOf: Page.root.appendingPathComponent(path), encoding: .utf8))
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n").filter { !$0.hasSuffix(Self.hiddenMark) }
    }

    /// Every example.
    static func all() throws -> [ExampleSource] {
        try
            (["Tests/FirstPurchase/main.swift", "Tests/FirstDelivery/main.swift"]
            + Page.files(in: "Tests/PurserGuideTests/Examples", endingIn: ".swift")
            // Run by a package of their own, which has a stub of StoreKit.
            + Page.files(in: "Tests/StoreKitCheck/Tests/StoreKitCheckTests/Examples", endingIn: ".swift"))
            .map(ExampleSource.init)
    }

    /// Whether the block's lines stand here one after the other, all moved in by the same depth, where they are run.
    func runs(_ block: CodeBlock) -> Bool {
        guard let first = block.lines.first, !first.isEmpty else { return false }
        return lines.indices.contains { start in
            guard lines[start].hasSuffix(first), start + block.lines.count <= lines.count else { return false }
            let margin = String(lines[start].dropLast(first.count))
            guard margin.allSatisfy({ $0 == " " }) else { return false }
            let here = lines[start..<(start + block.lines.count)]
            return zip(here, block.lines).allSatisfy { $0 == ($1.isEmpty ? "" : margin + $1) } && isRun(start)
        }
    }

    /// Whether what stands at this line is run: in a test, or in a program.
    ///
    /// What is shown as a whole, such as a type, is in no function; the tests of its file use it.
    private func isRun(_ start: Int) -> Bool {
        guard let function = enclosing(start).first(where: { lines[$0].contains("func ") }) else { return true }
        let head = lines[..<function].reversed().prefix { !$0.isEmpty && !$0.hasSuffix("}") && !$0.hasSuffix("{") }
        return head.contains { $0.contains("@Test") }
    }

    /// The lines that what stands at this line is inside of, from the inside out.
    private func enclosing(_ start: Int) -> [Int] {
        var depth = Self.depth(of: lines[start])
        return lines.indices[..<start].reversed().filter { index in
            guard !lines[index].isEmpty, Self.depth(of: lines[index]) < depth else { return false }
            depth = Self.depth(of: lines[index])
            return true
        }
    }

    private static func depth(of line: String) -> Int { line.prefix { $0 == " " }.count }
}
