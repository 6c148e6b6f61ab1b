import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Harness: the store's own actors under the seeded executor")
struct HarnessStoreOrderTests {
    /// Three purchases and a restore at once; in which order the app heard of grants, answers and updates.
    private static func order(seed: UInt64) throws -> [String] {
        try Simulation.run(seed: seed) { context in
            let log = Trace()
            var configuration = PurchaseStore.Configuration(
                backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: Scenario.products)))
            configuration.generator = context.generator(for: "store")
            configuration.grant = { log.add("granted \($0.sequence)") }
            let store = try await PurchaseStore.open(configuration)
            await withTaskGroup(of: Void.self) { group in
                for customer in 1...3 {
                    group.addTask {
                        let outcome = try? await store.purchase("coins")
                        log.add("customer \(customer): \(outcome == nil ? "nothing" : "bought")")
                    }
                }
                group.addTask {
                    let outcome = try? await store.restorePurchases()
                    log.add(outcome == nil ? "nothing restored" : "restored")
                }
            }
            try await store.close()
            return log.entries
        }
    }

    @Test("Each seed gives its own order, the same each time, though four actors share the ledger's executor")
    func orders() throws {
        let orders = try (1...40 as ClosedRange<UInt64>).map {
            try Self.order(seed: $0)
        }
        for (index, order) in orders.enumerated() {
            #expect(try Self.order(seed: UInt64(index + 1)) == order)
            #expect(order.sorted() == orders[0].sorted())
        }
        #expect(Set(orders).count > 5, "\(Set(orders))")
        #expect(orders[0].contains("customer 1: bought") && orders[0].contains("restored"))
    }
}
