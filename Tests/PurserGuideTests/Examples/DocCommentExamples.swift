import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("The examples of doc comments", .timeLimit(.minutes(30)))
struct DocCommentExamples {
    @Test("PurchaseStore")
    func purchaseStore() async throws {
        let appStore = try Garden().appStore
        let store = try await PurchaseStore.open(backend: appStore)
        let outcome = try await store.purchase("com.example.garden.seeds.10")
        #expect(outcome.purchase != nil)
        try await store.close()
    }

    @Test("StoreEntitlements")
    func storeEntitlements() async throws {
        let store = try await Garden().open()
        try await store.purchase("com.example.garden.club.monthly")
        if let club = store.entitlements["com.example.garden.club.monthly"] {
            print("a member until", club.expirationDate as Any)
        }
        print(store.entitlements.active.map(\.productID))
        #expect(store.entitlements.activeProductIDs == ["com.example.garden.club.monthly"])
        try await store.close()
    }

    @Test("Simulation")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func simulation() throws {
        let catalog = SimulatorCatalog(products: [.simulated("com.example.garden.greenhouse", .nonConsumable)])
        let owned = try Simulation.run(seed: 7) { context in
            let store = try await PurchaseStore.open(backend: EmbeddedAppStore(catalog: catalog))
            try await store.purchase("com.example.garden.greenhouse")
            let owned = store.entitlements.activeProductIDs
            try await store.close()
            return owned
        }
        #expect(owned == ["com.example.garden.greenhouse"])
    }
}
