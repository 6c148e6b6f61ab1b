import Foundation

/// A page of the documentation: the README, a page of a catalogue, or the doc comments of a source file.
struct Page: Sendable {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The path from the package's folder.
    var path: String
    /// Its lines; of a source file only what its doc comments say, so that line numbers stay.
    var lines: [String]

    /// Reads a page.
    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
        if path.hasSuffix(".swift") { lines = lines.map(Self.commented) }
    }

    /// What a line of a source file adds to a doc comment.
    private static func commented(_ line: String) -> String {
        let line = line.drop { $0 == " " }
        guard line.hasPrefix("///") else { return "" }
        return String(line.hasPrefix("/// ") ? line.dropFirst(4) : line.dropFirst(3))
    }

    /// The README and every page of the catalogues.
    static func articles() throws -> [Page] {
        try (["README.md"] + files(in: "Sources", endingIn: ".md")).map(Page.init)
    }

    /// The articles, and every source file of the library modules for its doc comments.
    static func withDocComments() throws -> [Page] {
        try articles() + files(in: "Sources", endingIn: ".swift").map(Page.init)
    }

    /// The paths of all files below a folder, sorted.
    static func files(in folder: String, endingIn ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    /// The blocks of code in this language, in their order.
    func blocks(in language: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: CodeBlock?
        for (index, line) in lines.enumerated() {
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            switch (open, isFence) {
            case (var block?, false):
                block.lines.append(line)
                open = block
            case (let block?, true):
                blocks.append(block)
                open = nil
            case (nil, true):
                let language = line.drop { $0 == " " }.dropFirst(3)
                open = CodeBlock(page: path, line: index + 1, language: String(language), lines: [])
            case (nil, false): break
            }
        }
        return blocks.filter { $0.language == language }
    }
}

/// A block of code on a page.
struct CodeBlock: Sendable, CustomStringConvertible {
    /// The page's path.
    var page: String
    /// The number of the line that opens it, counted from 1.
    var line: Int
    /// What stands behind the opening marks.
    var language: String
    /// Its lines.
    var lines: [String]

    /// Where it is.
    var description: String { "\(page):\(line)" }
    /// Whether it is a whole `Package.swift`.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") == true }
    /// Its text.
    var text: String { lines.joined(separator: "\n") + "\n" }
}
