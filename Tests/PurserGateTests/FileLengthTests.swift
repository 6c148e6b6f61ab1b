import Testing

@Suite("The length of files")
struct FileLengthTests {
    /// How many lines the longest of the shorter 95 in 100 files may have.
    static let limit = 200

    @Test("Nineteen of twenty files under Sources have at most 200 lines")
    func lengths() throws {
        // A text of SQL is no Swift, although it stands in a Swift file.
        let swift = try PackageSources.files(in: "Sources").filter { !$0.path.contains("/SQL/") }
        let files = swift.map {
            (path: $0.path, lines: $0.text.utf8.count { $0 == UInt8(ascii: "\n") })
        }
        let lengths = files.map(\.lines).sorted()
        try #require(!lengths.isEmpty)
        let longer = files.filter { $0.lines > Self.limit }.map { "\($0.path): \($0.lines)" }
        #expect(
            lengths[(lengths.count * 95 + 99) / 100 - 1] <= Self.limit, "\(longer.joined(separator: "\n"))")
    }
}
