import Foundation
import PurserSimulator
import Testing

@testable import Purser

@Suite("Numbers of custom options")
struct OptionNumberTests {
    @Test(
        "One that is not finite is rejected when it is asked for, and nothing is submitted",
        arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")]))
        let store = try await appStore.openStore()
        await appStore.nextPurchase(.asksToBuy)
        let code = await failureCode {
            _ = try await store.purchase("coins", options: [.custom(key: "size", value: number)])
        }
        #expect(code == .invalidRequest)
        #expect(await appStore.pendingPayments.isEmpty)
        try await store.close()
    }
}
