import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("An open store on the embedded App Store")
struct StoreSmokeTests {
    static let seeds = StoreProduct.simulated("seeds", name: "Seeds", price: 1)
    static let tools = StoreProduct.simulated("tools", .nonConsumable, name: "Tools", price: 5)

    @Test("O5: what a purchase returns is in the entitlements and in the updates")
    func purchaseIsVisible() async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [Self.seeds, Self.tools]))
        let store = try await PurchaseStore.open(backend: appStore)
        let updates = store.updates
        let purchase = try #require(try await store.purchase("seeds", quantity: 3, context: ["from": "shop"]).purchase)
        #expect(purchase.sequence == 1)
        #expect(purchase.context == ["from": "shop"])
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 3)
        try await store.purchase("tools")
        #expect(store.entitlements.contains("tools"))
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.transaction.id == purchase.transaction.id)
        #expect(await iterator.next()?.transaction.productID == "tools")
        let restored = try await store.restorePurchases()
        #expect(restored.restored.map(\.productID) == ["tools"])
        try await store.close()
        #expect(await iterator.next() == nil)
        #expect(await appStore.chargeCount == 2)
        #expect(await appStore.violations.isEmpty)
    }

    @Test("A product is bought as it was described, with what the purchase by its identifier takes")
    func purchaseOfProduct() async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [Self.seeds, Self.tools]))
        let store = try await PurchaseStore.open(backend: appStore)
        let seeds = try #require(try await store.products(for: ["seeds"]).products.first)
        let user = UUID()
        let outcome = try await store.purchase(
            seeds, quantity: 2, appAccountToken: user, context: ["from": "shop"], finishing: .manual)
        let purchase = try #require(outcome.purchase)
        #expect(purchase.transaction.productID == "seeds" && purchase.transaction.purchasedQuantity == 2)
        #expect(purchase.transaction.appAccountToken == user && purchase.context == ["from": "shop"])
        #expect(purchase.needsFinish)
        try await store.purchase(Self.tools)
        #expect(store.entitlements["tools"]?.productType == .nonConsumable)
        try await store.close()
    }

    @Test("A thousand callers at once")
    func concurrentCallers() async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [Self.seeds]))
        let store = try await PurchaseStore.open(backend: appStore)
        let sequences = try await withThrowingTaskGroup(of: UInt64?.self) { group in
            for _ in 0..<1_000 { group.addTask { try await store.purchase("seeds").purchase?.sequence } }
            return try await group.reduce(into: Set<UInt64>()) { set, sequence in
                if let sequence { set.insert(sequence) }
            }
        }
        #expect(sequences == Set(1...1_000))
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1_000)
        #expect(await appStore.chargeCount == 1_000)
        try await store.close()
    }
}
