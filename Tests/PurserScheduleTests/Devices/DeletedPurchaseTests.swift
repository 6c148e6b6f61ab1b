import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Purchases that the App Store has deleted")
struct DeletedPurchaseTests {
    @Test("B1: what a store has recorded stays owned when the App Store lists nothing any more, also after a relaunch")
    func recorded() throws {
        try Simulation.run(seed: 1) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: LivingWorld.products))
            let phone = Handset(context, appStore, "phone")
            var store = try await phone.open()
            for product in ["lamp", "gold", "coins"] { _ = try await store.purchase(product) }
            // A store that is open is told; one that was closed finds that nothing is listed.
            await phone.end(store, dies: false)
            for transaction in await appStore.transactions { try await appStore.deleteTransaction(transaction.id) }
            store = try await phone.open()
            try await store.waitUntilReady()
            #expect(try await store.restorePurchases().isEmpty)
            try await store.redeliver()
            #expect(store.entitlements.activeProductIDs.isSuperset(of: ["lamp", "gold"]))
            await phone.end(store, dies: false)
            store = try await phone.open()
            try await store.waitUntilReady()
            #expect(store.entitlements.activeProductIDs.isSuperset(of: ["lamp", "gold"]))
            #expect(await store.unfinished().isEmpty)
            // The subscription's period ends, and nobody renews it.
            try await context.sleep(for: .seconds(40 * 86_400))
            #expect(store.entitlements.activeProductIDs.isSuperset(of: ["lamp"]))
            #expect(!store.entitlements.activeProductIDs.contains("gold"))
            #expect(await appStore.violations == [])
            try await store.close()
        }
    }

    @Test("A finish that is still owed when a transaction is deleted is taken as done")
    func owedFinish() throws {
        try Simulation.run(seed: 2) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: LivingWorld.products))
            let phone = Handset(context, appStore, "phone")
            let store = try await phone.open()
            let outcome = try await store.purchase(PaymentRequest(productID: "coins", finishing: .manual))
            let purchase = try #require(outcome.purchase)
            try await appStore.deleteTransaction(purchase.transaction.id)
            try await purchase.finish()
            try await context.sleep(for: .seconds(60))
            #expect(await store.unfinished().isEmpty)
            #expect(await appStore.violations == [])
            try await store.close()
        }
    }
}
