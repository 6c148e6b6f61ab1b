import Purser
import PurserSimulator
import StoreKit
import StoreKitAdapters
import Testing

@Suite("The first opening in an app that sold before", .timeLimit(.minutes(30)))
struct FirstOpeningTests {
    @Test("What is still owned is recorded, and goes to the grant handler once, though it was finished long ago")
    func grants() async throws {
        let subject = StoreKit2UnderTest(.none)
        let earlier = try await PurchaseStore.open(backend: subject.appStore)
        try await earlier.purchase("lamp")
        try await earlier.purchase("coins")
        while await subject.appStore.unfinishedCount > 0 { await Task.yield() }
        try await earlier.close()
        try await subject.during {
            let (granted, grants) = AsyncStream.makeStream(of: String.self)
            var configuration = PurchaseStore.Configuration(backend: StoreKit2Backend())
            configuration.grant = { update in grants.yield(update.transaction.productID) }
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            var first: [String] = []
            for await productID in granted.prefix(1) { first.append(productID) }
            #expect(store.entitlements.contains("lamp"))
            try await store.close()
            grants.finish()
            for await productID in granted { first.append(productID) }
            #expect(first == ["lamp"])
        }
    }
}
