import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Finishing by product", .timeLimit(.minutes(30)))
struct ConfiguredFinishingFlowTests {
    private let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("levels", .nonConsumable)]))
    private let granted = Lock<[String]>([])
    private let handed = Lock<[String]>([])

    private func open(_ storage: KeptStorage, _ finishing: (@Sendable (String) -> Finishing)?) async throws
        -> PurchaseStore
    {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = storage
        configuration.finishing = finishing
        configuration.grant = { [granted] update in granted.withLock { $0.append(update.productID) } }
        configuration.manualPurchases = { [handed] purchase in
            handed.withLock { $0.append(purchase.transaction.productID) }
        }
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return store
    }

    private static let levelsByHand: @Sendable (String) -> Finishing = { $0 == "levels" ? .manual : .atomic }

    @Test("F7: it holds for what is bought here, and what the purchase says for itself goes before it")
    func bought() async throws {
        let store = try await open(KeptStorage(), Self.levelsByHand)
        #expect(try await store.purchase("levels").purchase?.needsFinish == true)
        #expect(try await store.purchase("seeds").purchase?.needsFinish == false)
        #expect(try await store.purchase("seeds", finishing: .manual).purchase?.needsFinish == true)
        #expect(granted.withLock { $0 } == ["seeds"])
        try await store.close()
    }

    @Test("F7: it holds for what is bought elsewhere, and left over from an earlier launch")
    func elsewhere() async throws {
        let storage = KeptStorage()
        let store = try await open(storage, Self.levelsByHand)
        try await appStore.buyElsewhere("levels")
        try await eventually { handed.withLock { $0 } == ["levels"] }
        try await store.close()
        // A launch that says otherwise changes nothing about what is on record.
        let later = try await open(storage, nil)
        try await eventually { handed.withLock { $0 } == ["levels", "levels"] }
        let purchase = try #require(await later.unfinished().first)
        #expect(purchase.needsFinish)
        try await purchase.finish()
        try await eventually { await appStore.unfinishedCount == 0 }
        #expect(granted.withLock { $0 }.isEmpty)
        try await later.close()
    }

    @Test("F7: it holds for what is restored on another device, and bought while the store was closed")
    func restored() async throws {
        let first = try await open(KeptStorage(), nil)
        _ = try await first.purchase("levels")
        try await first.close()
        try await appStore.buyElsewhere("seeds")
        // Another device has another ledger.
        let second = try await open(KeptStorage(), { _ in .manual })
        #expect(try await second.restorePurchases().restored.map(\.productID).contains("levels"))
        try await eventually { second.lastSequence == 2 }
        var updates = try second.updates(after: 0).makeAsyncIterator()
        for _ in 0..<2 { #expect(await updates.next()?.finishing == .manual) }
        #expect(granted.withLock { $0 } == ["levels"], "by the first device")
        // The store does not want the restored one finished: it goes to no handler.
        try await eventually { handed.withLock { $0 } == ["seeds"] }
        #expect(await second.unfinished().map(\.transaction.productID) == ["seeds"])
        try await second.close()
    }

    @Test("F3, F8: what the store takes back and gives again goes to the handler for manual purchases once more")
    func reinstated() async throws {
        let store = try await open(KeptStorage(), Self.levelsByHand)
        let purchase = try #require(try await store.purchase("levels").purchase)
        try await purchase.finish()
        for count in 1...2 {
            try await appStore.refund(purchase.transaction.id)
            try await eventually { await appStore.unfinishedCount == 0 }
            try await appStore.reinstate(purchase.transaction.id)
            try await eventually { handed.withLock { $0.count } == count }
        }
        try await store.redeliver()
        try await eventually { handed.withLock { $0.count } == 3 }
        let given = try #require(await store.unfinished().first)
        try await given.finish()
        try await eventually { await appStore.unfinishedCount == 0 }
        #expect(handed.withLock { $0 } == ["levels", "levels", "levels"])
        try await store.close()
    }

    @Test("F7: a promoted purchase is finished as the product is")
    func promoted() async throws {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.finishing = Self.levelsByHand
        configuration.promotedPurchases = { _ in .buy() }
        let store = try await PurchaseStore.open(configuration)
        var updates = store.updates.makeAsyncIterator()
        try await store.waitUntilReady()
        await appStore.promote("levels")
        #expect(await updates.next()?.finishing == .manual)
        try await store.close()
    }
}
