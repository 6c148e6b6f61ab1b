import Foundation
import PurserSimulator
import Testing

@testable import Purser

@Suite("Entitlements that many threads read", .timeLimit(.minutes(30)))
struct EntitlementReadTests: AccountSuite {
    let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))

    @Test("O5, E1: what a purchase that returned has brought is in the next read of every thread")
    func visibleAtOnce() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        #expect(await Self.balances(store) == [0])
        for number in 1...20 {
            try await store.purchase("seeds")
            #expect(await Self.balances(store) == [number])
        }
        try await store.close()
        #expect(await Self.balances(store) == [20], "a closed store goes on telling")
    }

    @Test("O5: reads while purchases run never miss one that returned, and never go back")
    func whilePurchasesRun() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let bought = Lock(0)
        let missed = Lock(0)
        async let reading: Void = Threads.run(8) {
            var seen = 0
            for _ in 0..<1_000 {
                let atLeast = bought.withLock { $0 }
                let balance = store.entitlements.purchasedQuantity(of: "seeds")
                if balance < max(atLeast, seen) { missed.withLock { $0 += 1 } }
                seen = balance
            }
        }
        for number in 1...20 {
            try await store.purchase("seeds")
            bought.withLock { $0 = number }
        }
        await reading
        #expect(missed.withLock { $0 } == 0)
        try await store.close()
    }

    @Test("U4, E1: after a switch no thread reads what the user before owned")
    func nothingOfTheFormerUser() async throws {
        let store = try await open(as: .unnamed)
        for round in 1...8 {
            try await store.switchAccount(to: .user(UUID()))
            #expect(await Self.balances(store) == [0])
            try await store.purchase("seeds", quantity: round)
            #expect(await Self.balances(store) == [round])
        }
        try await store.switchAccount(to: .unnamed)
        #expect(await Self.balances(store) == [0])
        try await store.close()
    }

    /// What eight threads read, each twice: first what others left in its place, then what it left there itself.
    private static func balances(_ store: PurchaseStore) async -> Set<Int> {
        let balances = Lock<Set<Int>>([])
        await Threads.run(8) {
            for _ in 1...2 {
                let balance = store.entitlements.purchasedQuantity(of: "seeds")
                balances.withLock { _ = $0.insert(balance) }
            }
        }
        return balances.withLock { $0 }
    }
}
