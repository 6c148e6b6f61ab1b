import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters

/// The adapter for StoreKit 1 before a fake of Apple's payment queue.
struct StoreKit1UnderTest: BackendOnEmbeddedStore {
    let appStore: EmbeddedAppStore
    let fake: FakePaymentQueue
    let backend: any StoreBackend
    let clock: any StoreClock
    let consumableID = "coins"
    let otherConsumableID = "gems"
    let nonConsumableID = "lamp"
    let patience: Duration
    let refundReport = RefundReport.products

    static let types: [String: StoreProduct.ProductType] = [
        "coins": .consumable, "gems": .consumable, "lamp": .nonConsumable, "gold": .autoRenewable,
        "bronze": .autoRenewable,
    ]

    /// - Parameter wrap: what stands before the adapter, such as a wrong one.
    init(
        finishLag: Duration = .zero, clock: any StoreClock = SystemClock(),
        patience: Duration = .seconds(1_200), wrap: (any StoreBackend) -> any StoreBackend = { $0 }
    ) {
        appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: StoreKit2UnderTest.products), clock: clock, options: .storeKit1)
        fake = FakePaymentQueue(appStore, clock: clock, finishLag: finishLag)
        backend = wrap(StoreKit1Backend(productTypes: Self.types))
        self.clock = clock
        self.patience = patience
    }

    /// Runs something that stands before this queue, from its beginning to its end.
    func during(_ body: @Sendable () async throws -> Void) async throws {
        try await fake.start()
        let result: Result<Void, any Error>
        do {
            result = .success(try await FakeQueue.$behaviour.withValue(fake) { try await body() })
        } catch {
            result = .failure(error)
        }
        await fake.stop()
        try result.get()
    }

    /// StoreKit 1 signs no transactions.
    func forgeTransactions() async throws -> Bool { false }

    func changeStorefront() async throws -> StoreStorefront? {
        let storefront = StoreStorefront(countryCode: "JPN", id: "143462")
        try await appStore.setStorefront(storefront)
        return storefront
    }
}
