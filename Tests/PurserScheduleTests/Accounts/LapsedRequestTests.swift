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
                options: EmbeddedAppStoreOptions(answersNamePayments: false))
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

    /// What the product of a payment that nobody has answered shows so long after it, in the next session of its user, and after a
    /// relaunch; with another user's session in between, or without.
    private static func states(after days: Int64, awayMeanwhile: Bool) throws -> [ProductState?] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try Simulation.run(seed: 1) { context in
            let (ada, bob) = (StoreAccount.user(UUID()), StoreAccount.user(UUID()))
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [
                    .simulated("seeds"), .simulated("tools", .nonConsumable), .simulated("lamp", .nonConsumable),
                ]))
            // Nobody reports an end: as on Apple's platforms.
            await appStore.updateSettings { $0.askToBuyLifetime = nil }
            var configuration = PurchaseStore.Configuration(backend: appStore)
            (configuration.clock, configuration.account) = (context.clock, ada)
            configuration.ledger = .folder(folder)
            let first = try await PurchaseStore.open(configuration)
            await appStore.nextPurchase(.asksToBuy)
            try await first.purchase("seeds")
            let pending = first.state(of: "seeds")
            if awayMeanwhile { try await first.switchAccount(to: bob) }
            try await context.sleep(for: .seconds(days * 86_400))
            try await first.purchase("tools")
            if awayMeanwhile {
                // Another user's session ends it; what the store signs for its own user tells the time.
                try await first.switchAccount(to: ada)
                try await first.switchAccount(to: bob)
                try await first.switchAccount(to: ada)
                try await first.purchase("lamp")
            }
            await first.close()
            let second = try await PurchaseStore.open(configuration)
            try await second.waitUntilReady()
            let later = second.state(of: "seeds")
            await second.close()
            return [pending, later]
        }
    }

    @Test("M3: a product whose request lapsed is not pending any more", arguments: [false, true])
    func state(awayMeanwhile: Bool) throws {
        #expect(try Self.states(after: 6, awayMeanwhile: awayMeanwhile) == [.pending, .pending])
        let later = try Self.states(after: 8, awayMeanwhile: awayMeanwhile)
        #expect(later == [.pending, .registered])
    }

    @Test("U3, M3: what names nobody is an absent user's who waits for an approval, for seven days and no longer")
    func lapsed() throws {
        #expect(try Self.seeds(after: 6) == 1)
        #expect(try Self.seeds(after: 8) == 2)
    }
}
