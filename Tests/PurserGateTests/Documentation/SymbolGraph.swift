import Foundation

/// What the compiler tells of one module's declarations, as far as their documentation needs it.
///
/// Written by `.ci/symbols`. A declaration that has no comment of its own carries that of the
/// requirement that it implements, if that has one.
struct SymbolGraph: Decodable, Sendable {
    struct Module: Decodable, Sendable {
        var name: String
    }

    struct Symbol: Decodable, Sendable {
        struct Comment: Decodable, Sendable {
            struct Line: Decodable, Sendable {
                var text: String
            }

            var lines: [Line]
        }

        struct Location: Decodable, Sendable {
            struct Position: Decodable, Sendable {
                /// Counted from 0.
                var line: Int
            }

            var uri: String
            var position: Position
        }

        var pathComponents: [String]
        var docComment: Comment?
        /// Where it is declared; `nil` when the compiler made it (the `==` of a structure, say).
        var location: Location?

        /// Whether it is written in the sources, and nothing says what it means.
        var isUndocumented: Bool {
            guard location != nil else { return false }
            return docComment?.lines.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } ?? true
        }

        /// Where to find it: file, line and name.
        var description: String {
            let file = location.flatMap { URL(string: $0.uri)?.lastPathComponent } ?? "?"
            return "\(file):\((location?.position.line ?? -1) + 1): \(pathComponents.joined(separator: "."))"
        }
    }

    var module: Module
    var symbols: [Symbol]

    /// The declarations without a comment, in the order of the files.
    var undocumented: [String] { symbols.filter(\.isUndocumented).map(\.description).sorted() }

    /// The graphs of the modules that have a folder in `Sources`; one module may have several files.
    static func all(in folder: String) throws -> [SymbolGraph] {
        let modules = try PackageSources.modules().map { $0.split(separator: "/").last.map(String.init) ?? "" }
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".symbols.json") }
            .map {
                try JSONDecoder().decode(
                    SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent($0)))
            }
            .filter { modules.contains($0.module.name) }
    }
}
