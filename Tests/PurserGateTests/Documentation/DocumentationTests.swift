import Foundation
import Testing

@Suite("Documentation of declarations")
struct DocumentationTests {
    /// The folder that `.ci/symbols FOLDER package MODULE…` has written.
    static let folder = ProcessInfo.processInfo.environment["PURSER_SYMBOL_GRAPHS"]

    @Test(
        "Every public and package declaration says what it means",
        .enabled(if: folder != nil, "PURSER_SYMBOL_GRAPHS names the folder of the symbol graphs, see .ci/run"))
    func everyDeclaration() throws {
        let graphs = try SymbolGraph.all(in: try #require(Self.folder))
        let modules = Dictionary(grouping: graphs, by: \.module.name)
        // PurserStoreKit declares nothing where there is no StoreKit.
        let declaring = modules.filter { !$0.value.flatMap(\.symbols).isEmpty }
        #expect(
            Set(declaring.keys).isSuperset(of: [
                "Purser", "PurserTexts", "PurserFormats", "PurserInspection", "PurserSimulator", "PurserTesting",
                "PurserNetworking", "PurserArchives", "PurserVerification", "PurserServerAPI", "PurserServer",
                "PurserSigning", "PurserObservation", "PurserPersistence",
            ]))
        for (name, graphs) in declaring {
            let undocumented = graphs.flatMap(\.undocumented)
            #expect(undocumented.isEmpty, "\(name): \(undocumented.count)\n\(undocumented.joined(separator: "\n"))")
        }
    }

    @Test("A declaration without a comment is found; what the compiler makes, and what inherits one, is not")
    func seeded() throws {
        let json = """
            {"module": {"name": "Shop"}, "symbols": [
                {"pathComponents": ["Till", "drawer"],
                 "location": {"uri": "file:///shop/Till.swift", "position": {"line": 6}}},
                {"pathComponents": ["Till", "empty"], "docComment": {"lines": [{"text": " "}]},
                 "location": {"uri": "file:///shop/Till.swift", "position": {"line": 8}}},
                {"pathComponents": ["Till", "open()"], "docComment": {"lines": [{"text": "Opens it."}]},
                 "location": {"uri": "file:///shop/Till.swift", "position": {"line": 2}}},
                {"pathComponents": ["Till", "==(_:_:)"]}
            ]}
            """
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(json.utf8))
        #expect(graph.undocumented == ["Till.swift:7: Till.drawer", "Till.swift:9: Till.empty"])
    }
}
