import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Requests for approval that nobody has answered")
struct LapsedRequestTests {
    /// How many seeds a user is shown who buys some while another user has waited for an approval for so long, and somebody buys
    /// some elsewhere without a name.
    private static func seeds(after days: Int64) throws -> Int {
        try Simulation.run(seed: 1) { context in
            let (ada, bob) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]),
                clock: context.clock, options: EmbeddedAppStoreOptions(answersNamePayments: false))
            var configuration = PurchaseStore.Configuration(backend: appStore)
            (configuration.clock, configuration.account) = (context.clock, ada)
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            await appStore.nextPurchase(.asksToBuy)
            try await store.purchase("seeds")
            try await store.switchAccount(to: bob)
            try await context.sleep(for: .seconds(days * 86_400))
            // What the store signs tells the time.
            try await store.purchase("tools")
            try await store.switchAccount(to: ada)
            try await store.switchAccount(to: bob)
            try await store.waitUntilReady()
            try await appStore.buyElsewhere("seeds")
            try await store.purchase("seeds")
            let count = store.entitlements.purchasedQuantity(of: "seeds")
            await store.close()
            return count
        }
    }

    @Test("U3, M3: what names nobody is an absent user's who waits for an approval, for seven days and no longer")
    func lapsed() throws {
        #expect(try Self.seeds(after: 6) == 1)
        #expect(try Self.seeds(after: 8) == 2)
    }
}
