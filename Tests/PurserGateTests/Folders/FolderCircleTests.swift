import Testing

@Suite("The folders of each module")
struct FolderCircleTests {
    /// Modules that still have a circle; none may be added.
    static let open: Set<String> = ["Sources/Purser"]

    @Test("No folder can be reached from itself", arguments: try PackageSources.modules())
    func noCircle(module: String) throws {
        let graph = FolderGraph(files: try PackageSources.files(in: module))
        #expect(!graph.folders.isEmpty)
        if Self.open.contains(module) {
            withKnownIssue("The folders still have to be sorted out", isIntermittent: true) {
                #expect(graph.circles.isEmpty, "\(module)\n\(graph.report)")
            }
        } else {
            #expect(graph.circles.isEmpty, "\(module)\n\(graph.report)")
        }
    }
}
