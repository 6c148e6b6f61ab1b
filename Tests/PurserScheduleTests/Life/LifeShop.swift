import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// A shop on a backend that may hang, and the stores that are opened on it under one seed.
struct LifeShop: Sendable {
    typealias Configure = @Sendable (inout PurchaseStore.Configuration) -> Void

    let context: SimulationContext
    let appStore: EmbeddedAppStore
    let backend: StubbornBackend
    private let launches = Lock(0)
    /// The ledger of the shared account, from store to store.
    private let storage = KeptStorage()

    static let products: [StoreProduct] = [
        .simulated("coins"), .simulated("gems"), .simulated("lamp", .nonConsumable),
        .simulated("tools", .nonConsumable),
    ]

    init(_ context: SimulationContext, options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()) {
        self.context = context
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: Self.products), options: options)
        backend = StubbornBackend(appStore)
    }

    /// Runs a body under a few seeds, each time with a shop of its own.
    static func explore(
        seeds: Int = plain(5, long: 20), options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions(),
        _ body: @escaping @Sendable (LifeShop) async throws -> Void
    ) throws {
        for seed in 1...UInt64(seeds) {
            try Simulation.run(seed: seed) { try await body(LifeShop($0, options: options)) }
        }
    }

    func open(_ configure: Configure = { _ in }) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.storage = storage
        // Another one for each store, as at each launch: tokens must not repeat.
        configuration.generator = context.generator(for: "store \(launches.next())")
        configure(&configuration)
        return try await PurchaseStore.open(configuration)
    }

    /// Has a store make a call of the backend.
    func make(_ call: StubbornBackend.Call, _ store: PurchaseStore) async throws {
        switch call {
        case .activate, .deactivate, .environment, .run: break
        case .products: _ = try await store.products(for: ["coins"])
        case .submit, .finish: try await store.purchase("coins")
        case .restore: try await store.restorePurchases()
        case .redeliver: try await store.redeliver()
        case .localReceipt: _ = try await store.refreshReceipt(force: false)
        case .refreshReceipt: _ = try await store.refreshReceipt()
        case .storefront: _ = await store.storefront()
        case .appTransaction: _ = try await store.appTransaction()
        case .redeemCode: try await store.redeemCode()
        case .beginRefundRequest: try await store.beginRefundRequest(for: appStore.buyElsewhere("gems").id)
        case .showManageSubscriptions: try await store.showManageSubscriptions()
        }
    }

    /// Opens a store as soon as no other stands in its way.
    func openWhenFree(_ configure: Configure = { _ in }) async throws -> PurchaseStore {
        while true {
            do {
                return try await open(configure)
            } catch let failure as PurchaseFailure where failure.code == .alreadyOpen {
                try await context.sleep(for: .milliseconds(1))
            }
        }
    }

    /// Buys a product in an earlier launch and leaves the purchase to the app.
    func leaveManualPurchase(_ productID: String) async throws {
        let store = try await open()
        try #require(try await store.purchase(productID, finishing: .manual).purchase?.needsFinish == true)
        try await store.close()
    }

    /// Waits, in virtual time, until something holds.
    func wait(_ what: String, within limit: Duration = .seconds(3_600), _ condition: () async throws -> Bool)
        async throws
    {
        let end = context.clock.now() + limit
        while try await !condition() {
            try #require(context.clock.now() < end, "waited for: \(what)")
            try await context.sleep(for: .milliseconds(10))
        }
    }

    /// Whether a store hears its backend: it is ready, its purchases are answered, and news reach it.
    func expectHears(_ store: PurchaseStore) async throws {
        try await store.waitUntilReady()
        let before = store.lastSequence
        try #require(try await store.purchase("coins", deadline: .seconds(60)).purchase != nil)
        try await appStore.buyElsewhere("gems")
        try await wait("news of the backend", within: .seconds(60)) { store.lastSequence >= before + 2 }
    }
}

/// The code of the failure that the body throws; `nil` when it throws none.
func failureCode<Value>(_ body: () async throws -> Value) async -> PurchaseFailure.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? PurchaseFailure)?.code ?? .unknown
    }
}
