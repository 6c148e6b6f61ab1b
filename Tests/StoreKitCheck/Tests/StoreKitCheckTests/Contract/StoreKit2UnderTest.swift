import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters
import UIKit

/// The adapter for StoreKit 2 before a fake of Apple's store.
struct StoreKit2UnderTest: BackendOnEmbeddedStore {
    let appStore: EmbeddedAppStore
    let fake: FakeAppStore
    let backend: any StoreBackend
    let clock: any StoreClock
    let consumableID = "coins"
    let otherConsumableID = "gems"
    let nonConsumableID = "lamp"
    let patience: Duration

    /// - Parameter wrap: what stands before the adapter, such as a wrong one.
    init(
        _ defects: FakeDefects, clock: any StoreClock = SystemClock(),
        patience: Duration = .seconds(1_200), wrap: (any StoreBackend) -> any StoreBackend = { $0 }
    ) {
        appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: Self.products), clock: clock)
        fake = FakeAppStore(appStore, clock: clock, defects: defects)
        let place = PurchasePresentation(finding: { UIWindowScene() })
        backend = wrap(StoreKit2Backend(presentation: place, clock: clock, finishLimit: .seconds(5)))
        self.clock = clock
        self.patience = patience
    }

    static let products =
        LivingWorld.products + [
            StoreProduct(id: "gems", type: .consumable, displayName: "gems", price: 2, displayPrice: "$2.00"),
            StoreProduct(
                id: "club", type: .autoRenewable, price: 5,
                subscription: .init(
                    subscriptionGroupID: "club", subscriptionPeriod: .init(1, .month),
                    offers: [
                        StoreOffer(
                            type: .code, id: "gift", paymentMode: .freeTrial, price: 0, period: .init(1, .month))
                    ])),
        ]

    /// Runs something that stands before this store, from its beginning to its end.
    func during(_ body: @Sendable () async throws -> Void) async throws {
        try await fake.start()
        let result: Result<Void, any Error>
        do {
            result = .success(try await FakeStore.$behaviour.withValue(fake) { try await body() })
        } catch {
            result = .failure(error)
        }
        await fake.stop()
        try result.get()
    }

    func changeStorefront() async throws -> StoreStorefront? {
        let storefront = StoreStorefront(countryCode: "JPN", currencyCode: "JPY", id: "143462")
        try await appStore.setStorefront(storefront)
        return storefront
    }
}
