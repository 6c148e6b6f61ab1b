import Testing

@Suite("The folders of each module")
struct FolderCircleTests {
    @Test("No folder can be reached from itself", arguments: try PackageSources.modules())
    func noCircle(module: String) throws {
        let graph = FolderGraph(files: try PackageSources.files(in: module))
        #expect(!graph.folders.isEmpty)
        #expect(graph.circles.isEmpty, "\(module)\n\(graph.report)")
    }
}
