import Foundation
import PurserSimulator
import Testing

@testable import Purser

@Suite("A ledger that backends of several environments have filled", .timeLimit(.minutes(30)))
struct EnvironmentTests {
    private let folder: TemporaryFolder
    /// The environment and the product of each call of a handler.
    private let called = Lock<[String]>([])
    /// The products that the handlers fail to deliver.
    private let failing = Lock<Set<String>>([])

    init() throws { folder = try TemporaryFolder() }

    private func appStore(_ environment: StoreEnvironment) async -> EmbeddedAppStore {
        let trial = StoreOffer(type: .introductory, paymentMode: .freeTrial, price: 0, period: .init(1, .week))
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [
                .simulated("lamp", .nonConsumable), .simulated("coins"), .simulated("map"),
                .simulated("club", .autoRenewable, offers: [trial]),
            ]), options: EmbeddedAppStoreOptions(firstTransactionID: 41))
        await appStore.updateSettings { $0.environment = environment }
        return appStore
    }

    private func open(_ backend: any StoreBackend) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.url)
        configuration.grant = { [called, failing] update in
            called.withLock { $0.append("\(update.transaction.environment) \(update.productID)") }
            if failing.withLock({ $0.contains(update.productID) }) { throw BackendFailure(.systemError, "") }
        }
        configuration.manualPurchases = { [called] purchase in
            called.withLock { $0.append("\(purchase.transaction.environment) \(purchase.transaction.productID)") }
        }
        return try await PurchaseStore.open(configuration)
    }

    @Test("E6, D2: what is owned, counted and running is the backend's environment's; the rest stays recorded")
    func owned() async throws {
        let (sandbox, production) = (await appStore(.sandbox), await appStore(.production))
        var store = try await open(sandbox)
        for product in ["lamp", "coins", "club"] { _ = try await store.purchase(product) }
        #expect(store.entitlements.activeProductIDs == ["lamp", "club"])
        #expect(!store.entitlements.isEligibleForIntroductoryOffer("group"))
        try await store.close()

        store = try await open(production)
        #expect(store.entitlements.active.isEmpty && store.entitlements.subscriptions.isEmpty)
        #expect(store.entitlements.purchasedQuantity(of: "coins") == 0)
        #expect(store.entitlements.isEligibleForIntroductoryOffer("group"))
        #expect(await store.engine.ledger.whole().map(\.transaction.environment) == [.sandbox, .sandbox, .sandbox])
        for product in ["coins", "coins", "lamp"] { _ = try await store.purchase(product) }
        #expect(store.entitlements["lamp"]?.transaction.environment == .production)
        #expect(store.entitlements.purchasedQuantities == ["coins": 2] && store.entitlements["club"] == nil)
        try await store.close()

        store = try await open(sandbox)
        #expect(store.entitlements["lamp"]?.transaction.environment == .sandbox)
        #expect(store.entitlements.contains("club") && store.entitlements.purchasedQuantity(of: "coins") == 1)
        try await store.close()
        store = try await open(ScriptedBackend())
        #expect(store.entitlements.purchasedQuantity(of: "coins") == 3 && store.entitlements.contains("club"))
        try await store.close()
    }

    @Test("E6, F2, F3: what was not delivered in one environment is delivered when the backend runs in it again")
    func delivered() async throws {
        let (sandbox, production) = (await appStore(.sandbox), await appStore(.production))
        failing.withLock { $0 = ["lamp"] }
        var store = try await open(sandbox)
        await #expect(throws: PurchaseFailure.self) { try await store.purchase("lamp") }
        _ = try await store.purchase(PaymentRequest(productID: "map", finishing: .manual))
        try await store.releaseDeadLetter("41")
        try await store.close()
        failing.withLock { $0 = [] }
        called.withLock { $0 = [] }

        store = try await open(production)
        _ = try await store.purchase("coins")
        try await store.redeliver()
        #expect(await store.unfinished().map(\.transaction.environment).contains(.sandbox))
        try await store.close()
        #expect(called.withLock { $0 } == ["Production coins"])

        store = try await open(sandbox)
        try await eventually { [called] in called.withLock { $0.count == 3 } }
        #expect(Set(called.withLock { $0 }.dropFirst()) == ["Sandbox lamp", "Sandbox map"])
        try await store.close()
    }

    @Test("E6, F3: what the app finishes in another environment is finished when the backend runs in it again")
    func finished() async throws {
        let (sandbox, production) = (await appStore(.sandbox), await appStore(.production))
        var store = try await open(sandbox)
        _ = try await store.purchase(PaymentRequest(productID: "map", finishing: .manual))
        try await store.close()
        store = try await open(production)
        try await store.finish("41")
        // Its finish comes after that of the map, if there is one.
        _ = try await store.purchase("coins")
        try await eventually { await production.unfinishedCount == 0 }
        try await store.close()
        #expect(await production.violations.isEmpty)
        #expect(await sandbox.unfinishedCount == 1)
        store = try await open(sandbox)
        try await eventually { await sandbox.unfinishedCount == 0 }
        try await store.close()
    }

    @Test("E5, E6: what a payment buys is owned and granted, also if the backend has named another environment")
    func bought() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.environment = { .sandbox }
            script.submit = { payments in
                backend.inbox.put(
                    payments.map { payment in
                        StoreTransaction.sample("T\(payment.token.number)", payment.productID) {
                            ($0.environment, $0.productType) = (.production, .nonConsumable)
                        }.reported(.payment(payment.token))
                    })
            }
        }
        let store = try await open(backend)
        backend.inbox.put([
            StoreTransaction.sample("T0", "globe") {
                ($0.environment, $0.productType) = (.production, .nonConsumable)
            }.reported(.other(nil))
        ])
        try await eventually { store.lastSequence == 1 }
        #expect(!store.entitlements.contains("globe"))
        _ = try await store.purchase("lamp")
        #expect(store.entitlements.activeProductIDs == ["globe", "lamp"])
        try await eventually { [called] in called.withLock { $0.count == 2 } }
        try await store.close()
    }

    @Test("E6: an environment that the backend knows only once it listens counts from then on")
    func later() async throws {
        let sandbox = await appStore(.sandbox)
        var store = try await open(sandbox)
        _ = try await store.purchase("lamp")
        try await store.close()
        let (backend, isListening) = (ScriptedBackend(), Lock(false))
        backend.change { script in
            script.environment = { isListening.withLock { $0 } ? .production : nil }
            script.activate = { attempt in
                guard attempt > 1 else { throw BackendFailure(.networkError, "", retry: .retryable()) }
                isListening.withLock { $0 = true }
            }
        }
        store = try await open(backend)
        for await entitlements in store.entitlementUpdates where !entitlements.contains("lamp") { break }
        try await store.close()
    }

    @Test("E6: opening waits for the answer about the environment, not for the activation, also while the clock stands")
    func opening() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.environment = { .production }
            script.activate = { _ in throw BackendFailure(.networkError, "", retry: .retryable()) }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.clock = MovableClock(startingAt: Date(timeIntervalSince1970: 1_700_000_000))
        let store = try await PurchaseStore.open(configuration)
        #expect(await store.engine.ledger.environment == .production)
        try await store.close()
    }

    @Test("E6, D2, L4: snapshots keep the balances of environments apart, and a report that names one later moves it")
    func snapshots() {
        var state = LedgerState(archivingLimit: 0)
        for (id, environment) in [
            ("1", StoreEnvironment.sandbox), ("2", .production), ("3", .unknown), ("4", .sandbox),
        ] {
            _ = state.take(.sample(id) { ($0.environment, $0.price) = (environment, 1) })
        }
        _ = state.take(.sample("4") { ($0.environment, $0.price) = (.sandbox, 1) }.revoked(at: 9))
        _ = state.take(.sample("3") { ($0.environment, $0.price) = (.production, 2) }.described(at: 9))
        var copy = LedgerState(archivingLimit: 0)
        state.write { copy.apply($0) }
        for state in [state, copy] {
            let found = [StoreEnvironment.sandbox, .production, .unknown].map { state.entitlements(in: $0).balances }
            #expect(found == [["coins": 1], ["coins": 2], ["coins": 3]])
        }
    }
}
