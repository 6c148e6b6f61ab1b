import Foundation
import Purser
import Testing

@Suite("The examples of “Product lists”", .timeLimit(.minutes(10)))
struct ProductListsExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    /// Writes the page's own example of this language that begins with `start`, and returns the file's path.
    private func write(_ language: String, beginningWith start: String) throws -> String {
        let page = try Page("Sources/Purser/Purser.docc/Guides/ProductLists.md")
        let block = try #require(page.blocks(in: language).first { $0.lines.first == start })
        try FileManager.default.createDirectory(atPath: garden.folder, withIntermediateDirectories: true)
        let file = garden.folder + "/list"
        let text = language == "xml" ? "<plist version=\"1.0\">\(block.text)</plist>" : block.text
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test("A list is read, and its products are asked for")
    func reading() async throws {
        let path = try write("json", beginningWith: "[")
        let store = try await garden.open()
        let list = try ProductList(contentsOf: path)
        for mistake in list.diagnostics { print(mistake) }

        let answer = try await store.products(for: list.purchasableIDs)
        print(answer.products.map(\.displayPrice))
        #expect(list.diagnostics.isEmpty && list.entries.count == 8)
        #expect(answer.products.count == 3)
        await store.close()
    }

    @Test("Who may use what")
    func allowed() async throws {
        let list = try ProductList(contentsOf: write("json", beginningWith: "["))
        let store = try await garden.open()
        try await store.purchase("com.example.garden.club.monthly")
        let entitlements = store.entitlements
        let allowed = list.allowed(
            purchased: Set(entitlements.active.filter { $0.subscription == nil }.map(\.productID)),
            acquired: ["com.example.garden.pond"],
            activeSubscriptions: Set(entitlements.activeSubscriptions.map(\.productID)))
        print(allowed.sorted())
        #expect(allowed == ["com.example.garden.pond"])
        await store.close()
    }

    @Test("The property lists of the page say what the page says of them")
    func propertyLists() throws {
        let ids = try ProductList(contentsOf: write("xml", beginningWith: "<array>"))
        #expect(ids.ids == ["com.example.garden.seeds.10", "com.example.garden.greenhouse"])
        let groups = try ProductList(contentsOf: write("xml", beginningWith: "<dict>"))
        #expect(groups.entries.map(\.groupLevel) == [nil, 1, 2])
        #expect(groups.entries.last?.subscriptionGroup == "Garden Club")
        #expect(ids.diagnostics.isEmpty && groups.diagnostics.isEmpty)
    }
}
