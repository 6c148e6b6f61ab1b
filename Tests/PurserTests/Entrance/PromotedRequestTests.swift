import Purser
import Testing

@Suite(
    "E2: promoted purchases are held to the same limits, and a refused one does not vanish", .timeLimit(.minutes(30)))
struct PromotedRequestTests {
    private static let huge = ["k": String(repeating: "x", count: 17 << 20)]

    @Test("A promoted purchase that is to be bought with a huge context is kept for later; other buyers notice nothing")
    func hugeContext() async throws {
        let backend = PayingBackend.make()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.promotedPurchases = { _ in .buy(context: Self.huge) }
        let store = try await PurchaseStore.open(configuration)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        let promoted = PromotedPurchase(id: "P1", productID: "seeds")
        backend.inbox.put([.promotedPurchase(promoted)])
        #expect(try await store.purchase("coins").purchase != nil)
        #expect(await deferrals.next() == promoted)
        #expect(store.rejectedReports.map(\.kind) == [.promotedPurchase])
        #expect(try await store.purchase(deferred: promoted).purchase?.transaction.productID == "seeds")
        #expect(store.deferredPromotedPurchases.isEmpty)
        try await store.close()
    }

    @Test("A deferred one whose purchase is refused stays on the list")
    func rejected() async throws {
        let backend = PayingBackend.make()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.promotedPurchases = { _ in .later }
        let store = try await PurchaseStore.open(configuration)
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        backend.inbox.put([.promotedPurchase(PromotedPurchase(id: "P1", productID: "seeds"))])
        let promoted = try #require(await deferrals.next())
        #expect(
            await failureCode { try await store.purchase(deferred: promoted, context: Self.huge) } == .invalidRequest)
        #expect(store.deferredPromotedPurchases == [promoted])
        #expect(try await store.purchase(deferred: promoted).purchase != nil)
        #expect(await failureCode { try await store.purchase(deferred: promoted) } == .invalidRequest)
        try await store.close()
    }
}
