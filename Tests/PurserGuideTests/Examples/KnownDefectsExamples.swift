import Purser
import PurserSimulator
import Testing

@Suite("Examples of the known defects")
struct KnownDefectsExamples {
    @Test("A purchase that says cancelled is handed over all the same")
    func defects() async throws {
        let catalog = SimulatorCatalog(products: [.simulated("coins")])
        let appStore = EmbeddedAppStore(
            catalog: catalog,
            faults: FaultPlan(seed: 7, defects: [.cancelledAfterPurchase: 1, .purchaseReportedAgain: 0.5]))
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(try await store.purchase("coins").purchase == nil)
        #expect(await appStore.chargeCount == 1)
        try await store.close()
        #expect(StoreDefect.all.count == 8)
    }
}
