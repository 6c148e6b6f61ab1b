import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("A store under real threads")
struct StoreStressTests {
    /// What goes wrong without taking longer than a test may: the waits of these runs are real.
    private static func quickChaos(seed: UInt64) -> FaultPlan {
        FaultPlan(
            seed: seed, answerDelay: FaultDelay(0.3, .microseconds(10) ... .milliseconds(3)), answersAfterCall: 0.5,
            returnDelay: FaultDelay(0.2, .microseconds(10) ... .milliseconds(2)), duplicates: 0.2, reordering: 0.3,
            splits: 0.3, failuresAfterCharge: 0.05)
    }

    private enum Ending: Sendable, Hashable {
        case purchased
        case gaveUp
        case closed
        case other
    }

    @Test("C1: every call ends once, whatever is cancelled, late or closed meanwhile", arguments: 0..<8)
    func everyCallEnds(round: Int) async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [StoreSmokeTests.seeds, StoreSmokeTests.tools]),
            faults: Self.quickChaos(seed: UInt64(round)))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.grant = { _ in await Task.yield() }
        let store = try await PurchaseStore.open(configuration)
        let updates = try store.updates(after: 0)
        let reader = Task { try await Self.countInOrder(updates) }
        let endings = await withTaskGroup(of: Ending.self) { group in
            for number in 0..<200 {
                group.addTask { await Self.buy(number, from: store) }
                if number % 40 == 0 {
                    group.addTask {
                        _ = try? await store.restorePurchases()
                        return .other
                    }
                }
                if number % 50 == 0 {
                    group.addTask {
                        _ = try? await store.products(for: ["seeds", "nothing"])
                        return .other
                    }
                }
                if number == 150 { group.addTask { await Self.closeSoon(store) } }
            }
            return await group.reduce(into: [Ending: Int]()) { $0[$1, default: 0] += 1 }
        }
        try await store.close()
        let calls: Int = endings.values.reduce(0, +)
        #expect(calls == 210, "200 purchases, 5 restores, 4 look-ups, 1 close")
        let reported = try await reader.value
        #expect(UInt64(reported) == store.lastSequence)
        #expect(await appStore.violations.isEmpty)
        let charged = await appStore.chargeCount
        #expect(store.entitlements.purchasedQuantity(of: "seeds") <= charged)
    }

    private static func buy(_ number: Int, from store: PurchaseStore) async -> Ending {
        let task = Task {
            try await store.purchase("seeds", deadline: number % 7 == 0 ? .microseconds(number) : nil)
        }
        if number % 5 == 0 { task.cancel() }
        do {
            _ = try await task.value
            return .purchased
        } catch let failure as PurchaseFailure {
            return failure.code == .storeClosed ? .closed : .gaveUp
        } catch {
            return .other
        }
    }

    private static func closeSoon(_ store: PurchaseStore) async -> Ending {
        var seen = 0
        for await _ in store.updates {
            seen += 1
            if seen == 20 { break }
        }
        try? await store.close()
        return .other
    }

    private static func countInOrder(_ updates: StoreUpdates) async throws -> Int {
        var last: UInt64 = 0
        for await update in updates {
            try #require(update.sequence == last + 1)
            last = update.sequence
        }
        return Int(last)
    }
}
