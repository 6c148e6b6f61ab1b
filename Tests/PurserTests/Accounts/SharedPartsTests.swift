import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("U4: what belongs to the store and to no user outlives a switch", .timeLimit(.minutes(30)))
struct SharedPartsTests {
    private let users = [StoreAccount.user(UUID()), .user(UUID())]
    private let backend = ScriptedBackend()

    private func open(
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = .unnamed
        configure(&configuration)
        return try await PurchaseStore.open(configuration)
    }

    @Test("Products that were fetched before a sign-in are known after it, and are not fetched again")
    func products() async throws {
        let store = try await open { $0.productIDs = ["seeds"] }
        #expect(try await store.products(for: ["seeds", "tools"]).products.count == 2)
        for user in users + users {
            try await store.switchAccount(to: user)
            #expect(store.cachedProduct("tools")?.id == "tools")
            #expect(store.state(of: "tools") == .valid)
            try await store.waitUntilReady()
        }
        #expect(try await store.products(for: ["tools", "seeds"]).products.count == 2)
        try await store.close()
        #expect(backend.record.products == [["seeds", "tools"]])
    }

    @Test("A request for products, or for the receipt, that is under way gets its answer after any number of switches")
    func underWay() async throws {
        let (asked, mayAnswer) = (EventCount(), EventCount())
        backend.change { script in
            script.products = { ids, _ in
                asked.advance()
                try await mayAnswer.wait(after: 0)
                return BackendProducts(products: ids.map { .sample($0) })
            }
            script.refreshReceipt = { _ in
                asked.advance()
                try await mayAnswer.wait(after: 0)
                return StoreReceipt(data: Data([1]))
            }
        }
        let store = try await open()
        try await store.switchAccount(to: users[0])
        async let products = store.products(for: ["seeds"])
        async let receipt = store.refreshReceipt()
        try await asked.wait(after: 1)
        for user in users.reversed() + [.unnamed] { try await store.switchAccount(to: user) }
        mayAnswer.advance()
        #expect(try await products.products.map(\.id) == ["seeds"])
        #expect(try await receipt.data == Data([1]))
        try await store.close()
        #expect(backend.record.products == [["seeds"]] && backend.record.receiptRefreshes == 1)
    }

    @Test("Products of another storefront are fetched again, when it changed while no user was named")
    func storefront() async throws {
        let store = try await open { $0.productIDs = ["seeds"] }
        try await store.switchAccount(to: users[0])
        try await eventually { store.cachedProduct("seeds") != nil }
        try await eventually { store.engine.parts.knownStorefront != nil }
        try await store.switchAccount(to: .unnamed)
        backend.change { script in
            script.storefront = StoreStorefront(countryCode: "DEU", currencyCode: "EUR")
            script.products = { ids, _ in BackendProducts(products: ids.map { .sample($0, displayPrice: "1,09 €") }) }
        }
        #expect(store.cachedProduct("seeds")?.displayPrice == "$0.99")
        try await store.switchAccount(to: users[1])
        try await eventually { store.cachedProduct("seeds")?.displayPrice == "1,09 €" }
        try await store.close()
        #expect(backend.record.products == [["seeds"], ["seeds"]])
    }

    /// Says when it is asked, and waits.
    private struct LateSource: ContentSource {
        let isAsked = EventCount()
        let mayCome = EventCount()

        func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
            isAsked.advance()
            try await mayCome.wait(after: 0)
            try Data(request.productID.utf8).write(to: work.stagingDirectory.appendingPathComponent("text"))
        }
    }

    @Test("A download continues through switches, and is begun once; one that is paused stays so")
    func download() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = LateSource()
        let store = try await open {
            $0.contents = StoreContents(
                folder: folder,
                items: ["seeds", "tools"].map { StoreContent(productID: $0, source: source) })
        }
        store.pauseContentDownload(of: "tools")
        try await store.switchAccount(to: users[0])
        async let installed = store.downloadContent(of: "seeds")
        try await source.isAsked.wait(after: 0)
        try await store.switchAccount(to: users[1])
        #expect(store.contentState(of: "seeds") == .downloading && store.contentState(of: "tools") == .paused)
        source.mayCome.advance()
        #expect(try await installed.productID == "seeds")
        #expect(source.isAsked.count == 1)
        try await store.close()
    }
}
