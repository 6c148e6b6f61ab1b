import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("A step of a delivery that cannot be recorded", .timeLimit(.minutes(30)))
struct UnrecordedStepTests {
    /// Storage that takes purchases, and no steps until it rejects nothing.
    private func stepless() -> KeptStorage {
        let storage = KeptStorage()
        storage.reject { if case .step = $0 { true } else { false } }
        return storage
    }

    private typealias Configure = @Sendable (inout PurchaseStore.Configuration) -> Void

    /// Buys side by side on a ledger that takes no steps, and then lets it take them.
    ///
    /// - Returns: how the purchases ended.
    private func buy(
        _ count: Int, seed: UInt64, configure: @escaping Configure,
        later check: @escaping @Sendable (EmbeddedAppStore, PurchaseStore) async throws -> Void
    ) throws -> [PurchaseFailure] {
        try Simulation.run(seed: seed) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("coins")]))
            let storage = stepless()
            var configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.storage = storage
            configure(&configuration)
            let store = try await PurchaseStore.open(configuration)
            let failures = await store.buySideBySide(count)
            let charged = Set(await appStore.charges.map(\.transactionID))
            try #require(charged.count == count && charged == Set(failures.compactMap(\.transactionID)))
            try #require(await appStore.unfinishedCount == count, "F1: what is not handed over stays unfinished")
            try #require(store.lastSequence == UInt64(count), "they are recorded, and told")
            storage.reject { _ in false }
            try await context.sleep(for: .seconds(3_600))
            try #require(store.entitlements.purchasedQuantity(of: "coins") == count)
            try await check(appStore, store)
            try await store.close()
            return failures
        }
    }

    private func expectEachGrantedOnce(_ count: Int, atOnce: Int, seed: UInt64) throws {
        let grants = Lock<[String: Int]>([:])
        let failures = try buy(count, seed: seed) {
            $0.concurrentDeliveries = atOnce
            $0.grant = { update in grants.withLock { $0[update.transaction.id, default: 0] += 1 } }
        } later: { appStore, store in
            try #require(await appStore.unfinishedCount == 0)
            try #require(await store.unfinished().isEmpty)
        }
        #expect(failures.allSatisfy { $0.code == .ledgerUnavailable && $0.productID == "coins" })
        #expect(grants.withLock { $0.count == count && $0.values.allSatisfy { $0 == 1 } }, "seed \(seed)")
    }

    @Test("C1, L2: its payer is told at the first failure, and later it is granted once, recorded and finished")
    func grant() throws {
        for seed in 1...10 as ClosedRange<UInt64> { try expectEachGrantedOnce(5, atOnce: 8, seed: seed) }
    }

    @Test("C1: those in the line behind deliveries that are all held up are told too")
    func line() throws {
        for seed in 1...10 as ClosedRange<UInt64> { try expectEachGrantedOnce(20, atOnce: 2, seed: seed) }
    }

    @Test("C1, F6: so is the payer of one that cannot even be set aside, and later it is in the dead letters")
    func settingAside() throws {
        struct Refused: RetryClassifying { var retryClass: RetryClass { .permanent } }
        let failures = try buy(3, seed: 1) {
            $0.grant = { _ in throw Refused() }
        } later: { appStore, store in
            try #require(await store.deadLetters().count == 3)
            try #require(await appStore.unfinishedCount == 3)
        }
        #expect(failures.allSatisfy { $0.code == .ledgerUnavailable && $0.message.contains("dead letter") })
    }

    @Test("C1, F3: installed content is no exception, and the app's handler gets the manual purchase that nobody has")
    func content() async throws {
        struct Empty: ContentSource {
            func fetch(_ content: ContentRequest, with work: ContentWork) async throws {}
        }
        let home = try TemporaryFolder()
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("lamp", .nonConsumable)]))
        let storage = stepless()
        let received = Lock<[String]>([])
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = storage
        configuration.retries.ledger = RetryPolicy(
            initialDelay: .milliseconds(1), maximumDelay: .milliseconds(5), maximumAttempts: nil, maximumElapsed: nil)
        configuration.contents = StoreContents(
            folder: URL(fileURLWithPath: home.path), items: [StoreContent(productID: "lamp", source: Empty())])
        configuration.manualPurchases = { purchase in received.withLock { $0.append(purchase.transaction.id) } }
        let store = try await PurchaseStore.open(configuration)
        #expect(await failureCode { try await store.purchase("lamp", finishing: .manual) } == .ledgerUnavailable)
        #expect(received.withLock { $0.isEmpty })
        storage.reject { _ in false }
        try await eventually { received.withLock { !$0.isEmpty } }
        #expect(await appStore.charges.map(\.transactionID) == received.withLock { $0 })
        try await store.close()
    }
}
