import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// What goes wrong in libraries that do this job, as far as no other test would notice it if it came back.
///
/// An order that is lost, an answer inside a call, equal payments, leftovers, restores at once or abandoned, crashes, refusals,
/// deferred and failed payments, refunds and slow readers are in `StoreScheduleTests`; the end of a restore, forged copies and
/// verifiers that fail, in `RoutingTests` and `VerdictTests`; look-ups, receipts and retries, where these live.
@Suite("Known defects of the field")
struct KnownDefectTests {
    private static let catalog = SimulatorCatalog(products: [.simulated("coins")])

    @Test("R1: a purchase before the backend listens fails for the reason that keeps it from that, and costs nothing")
    func offlineAtLaunch() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let appStore = EmbeddedAppStore(catalog: Self.catalog)
                await appStore.setOnline(false)
                let store = try await appStore.openStore()
                let code = await failureCode { try await store.purchase("coins") }
                try #require(code == .networkError)
                await appStore.setOnline(true)
                try await store.waitUntilReady()
                try #require(try await store.purchase("coins").purchase != nil)
                try #require(await appStore.chargeCount == 1)
                await store.close()
            }
        }
    }

    @Test("The failure of an earlier payment, told again, does not end a new one for the product")
    func failureToldAgain() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let appStore = EmbeddedAppStore(
                    catalog: Self.catalog,
                    faults: FaultPlan(failures: [.finish: FaultRate(1)], failuresInARow: .max),
                    options: EmbeddedAppStoreOptions(answersNamePayments: false, concurrentPayments: 1))
                let store = try await PurchaseStore.open(backend: appStore)
                try await store.waitUntilReady()
                await appStore.nextPurchase(.fails(.paymentInvalid))
                await #expect(throws: PurchaseFailure.self) { try await store.purchase("coins") }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for _ in 0..<5 { try await store.redeliver() } }
                    group.addTask {
                        for _ in 0..<5 { try #require(try await store.purchase("coins").purchase != nil) }
                    }
                    try await group.waitForAll()
                }
                await store.close()
                try #require(await appStore.violations.isEmpty)
            }
        }
    }
}
