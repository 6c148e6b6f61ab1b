import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("What an app's tests write in an expectation", .timeLimit(.minutes(30)))
struct ExpectationTests {
    @Test("The store's calls stand in #expect and #require as they are")
    func calls() async throws {
        let catalog = SimulatorCatalog(products: [
            StoreProduct(id: "seeds", type: .consumable, price: 1), StoreProduct(id: "pond", price: 9),
        ])
        let appStore = EmbeddedAppStore(catalog: catalog)
        let store = try await appStore.openStore()
        let ids = ["seeds", "pond"]
        #expect(try await store.products(for: ids).count == 2)
        #expect(try await store.products(for: ids).map(\.id) == ids)
        #expect(try await store.products(for: ["nothing"]).isEmpty)
        #expect(try await store.products(for: ["nothing"]).invalidIDs == ["nothing"])
        #expect(try await store.product(for: "seeds")?.price == 1)
        #expect(try await !store.products(for: ids, deadline: .seconds(1_200)).products.isEmpty)
        let seeds = try #require(try await store.products(for: ids).first)
        #expect(try await store.purchase(seeds).purchase?.transaction.productID == "seeds")
        #expect(try await store.purchase("pond", context: ["a": "b"]).purchase?.context == ["a": "b"])
        #expect(try await store.restorePurchases().restored.count == 1)
        #expect(await store.deadLetters().isEmpty)
        #expect(store.entitlements.contains("pond"))
        await #expect(throws: PurchaseFailure.self) { try await store.purchase("nothing") }
        try await store.close()
    }
}
