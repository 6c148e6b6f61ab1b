import Purser
import PurserSimulator
import StoreKit
import StoreKitAdapters
import Testing

@Suite("The first opening in an app that sold before", .timeLimit(.minutes(1)))
struct FirstOpeningTests {
    @Test("What is still owned is recorded, and goes to the grant handler once, though it was finished long ago")
    func grants() async throws {
        let subject = StoreKit2UnderTest(.none)
        let lamp = try await subject.appStore.buyElsewhere("lamp")
        let coins = try await subject.appStore.buyElsewhere("coins")
        _ = await subject.appStore.finish([lamp.id, coins.id])
        try await subject.during {
            let granted = Lock<[String]>([])
            var configuration = PurchaseStore.Configuration(backend: StoreKit2Backend())
            configuration.grant = { update in granted.withLock { $0.append(update.transaction.productID) } }
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            for await owned in store.entitlementUpdates where owned.contains("lamp") { break }
            await store.close()
            #expect(granted.withLock { $0 } == ["lamp"])
        }
    }
}
