import Foundation
import Purser
import PurserFormats
import Testing

@Suite("The examples of “Product lists”", .timeLimit(.minutes(30)))
struct ProductListsExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    /// Writes the page's own example of this language that begins with `start`, and returns the file.
    private func write(_ language: String, beginningWith start: String) throws -> URL {
        let page = try Page("Sources/Purser/Purser.docc/Guides/ProductLists.md")
        let block = try #require(page.blocks(in: language).first { $0.lines.first == start })
        try FileManager.default.createDirectory(at: garden.folder, withIntermediateDirectories: true)
        let file = garden.folder.appendingPathComponent("list")
        let text = language == "xml" ? "<plist version=\"1.0\">\(block.text)</plist>" : block.text
        try Data(text.utf8).write(to: file)
        return file
    }

    @Test("A list is read, and its products are asked for")
    func reading() async throws {
        let file = try write("json", beginningWith: "[")
        let store = try await garden.open()
        let list = try ProductList(contentsOf: file)
        for mistake in list.diagnostics { print(mistake) }

        let answer = try await store.products(for: list.purchasableIDs)
        print(answer.products.map(\.displayPrice))
        #expect(list.diagnostics.isEmpty && list.entries.count == 8)
        #expect(answer.products.count == 3)
        try await store.close()
    }

    /// The page's list, with a fountain that is for subscribers only.
    private func listWithFountain() throws -> ProductList {
        var list = try ProductList(contentsOf: write("json", beginningWith: "["))
        var fountain = ProductList.Entry(id: "com.example.garden.fountain", type: .nonConsumable)
        fountain.isSubscribersOnly = true
        list.entries.append(fountain)
        if let club = list.entries.firstIndex(where: { $0.type == .autoRenewable }) {
            list.entries[club].enablesProducts = nil
        }
        return list
    }

    @Test("Who may use what")
    func allowed() async throws {
        let list = try listWithFountain()
        let (shown, pipe) = AsyncStream.makeStream(of: Set<String>.self)
        let show: @Sendable (Set<String>) -> Void = { pipe.yield($0) }
        var configuration = garden.configuration
        configuration.productList = list
        let store = try await PurchaseStore.open(configuration)

        let mayUsePond = store.allowedProductIDs.contains("com.example.garden.pond")
        Task {  // not shown
            try await store.purchase("com.example.garden.club.monthly")  // not shown
            try await acquire(store, shown)  // not shown
            try await store.close()  // not shown
        }  // not shown
        for await allowed in store.allowedProductUpdates { show(allowed) }
        #expect(!mayUsePond)
    }

    private func acquire(_ store: PurchaseStore, _ shown: AsyncStream<Set<String>>) async throws {
        let acquired = try await Self.acquired(store)
        #expect(acquired.isSuperset(of: ["com.example.garden.pond", "com.example.garden.fountain"]))
        _ = await shown.first { $0.contains("com.example.garden.pond") }
    }

    @Test("What subscribers acquire")
    func acquiring() async throws {
        var configuration = garden.configuration
        configuration.productList = try listWithFountain()
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.club.monthly")
        let outcome = try await store.purchase("com.example.garden.fountain")
        print(outcome.purchase?.acquiredProductID ?? "paid for")

        let acquired = try await store.acquireAllEnabledProducts()
        #expect(acquired.contains("com.example.garden.fountain"))
        #expect(outcome.purchase?.acquiredProductID == "com.example.garden.fountain")
        try await store.close()
    }

    private static func acquired(_ store: PurchaseStore) async throws -> Set<String> {
        try await store.acquireAllEnabledProducts()
    }

    @Test("Variants by country")
    func tiers() throws {
        let list = try ProductList(contentsOf: write("json", beginningWith: "["))
        let file = Data(#"{"US": "TierA", "IN": "TierB"}"#.utf8)
        let tiers = try PriceTiers(json: file)
        let ids = list.purchasableIDs(in: "IND", by: tiers)
        let pond = list.id(of: "com.example.garden.pond", in: "IND", by: tiers)
        #expect(pond == "com.example.garden.pond.Variant.TierB" && ids.contains(pond))
    }

    @Test("A catalog in the app's own words")
    func typed() async throws {
        let garden = Unlocked()
        var configuration = self.garden.configuration
        enum Feature: Hashable, Sendable {
            case greenhouse, club
            case seeds(Int)
        }

        let catalog = TypedCatalog<Feature> {
            Selling("com.example.garden.greenhouse", as: .greenhouse)
            Selling("com.example.garden.club.monthly", as: .club)
            Selling("com.example.garden.seeds.10", as: .seeds(10))
        }
        configuration.deliver(catalog) { feature, update in try await garden.unlock(feature, by: update) }
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("com.example.garden.club.monthly")
        let features = store.entitlements.items(of: catalog)
        let preview = store.entitlements.items(of: catalog.overriding(["com.example.garden.greenhouse": true]))
        #expect(features == [.club] && preview == [.club, .greenhouse])
        #expect(await garden.unlocked == ["club"])
        try await store.close()
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

/// What the app of the example has unlocked.
private actor Unlocked {
    private(set) var unlocked: [String] = []

    func unlock(_ feature: some Sendable, by update: StoreUpdate) throws { unlocked.append("\(feature)") }
}
