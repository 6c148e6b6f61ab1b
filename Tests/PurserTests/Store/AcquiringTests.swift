import Foundation
import PurserFormats
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

/// Bazaar's rules of products that are free for subscribers, on an open store.
@Suite("Products that subscribers acquire", .timeLimit(.minutes(30)))
struct AcquiringTests {
    private static let list = """
        [{"identifier":"free","productType":"nonConsumable","preAcquired":true},
         {"identifier":"pack","productType":"nonConsumable","variants":["TierA"],"discountedProducts":["pack.half"]},
         {"identifier":"filters.x","productType":"nonConsumable","isSubscribersOnly":true},
         {"identifier":"filters.y","productType":"nonConsumable","preAcquiredViaSubscription":true},
         {"identifier":"brush","productType":"nonConsumable","isSubscribersOnly":true},
         {"identifier":"gold","productType":"renewableSubscription"},
         {"identifier":"silver","productType":"renewableSubscription","enablesProducts":["filters."]},
         {"identifier":"none","productType":"renewableSubscription","enablesProducts":[]}]
        """

    private func configuration(_ context: SimulationContext? = nil) throws -> PurchaseStore.Configuration {
        let products: [StoreProduct] = [
            .simulated("pack", .nonConsumable), .simulated("gold", .autoRenewable),
            .simulated("silver", .autoRenewable, group: "s"), .simulated("none", .autoRenewable, group: "n"),
        ]
        let catalog = SimulatorCatalog(products: products)
        let appStore = context.map { EmbeddedAppStore(catalog: catalog, clock: $0.clock) }
        var configuration = PurchaseStore.Configuration(backend: appStore ?? EmbeddedAppStore(catalog: catalog))
        configuration.productList = try ProductList(json: Data(Self.list.utf8))
        configuration.entitlementPolicy = .none
        return configuration
    }

    @Test("Without a subscription nothing is acquired, and nobody is charged; the message says what is missing")
    func rejected() async throws {
        let configuration = try configuration()
        let store = try await PurchaseStore.open(configuration)
        func code(_ body: () async throws -> Void) async -> PurchaseFailure.Code? { await failureCode(body) }
        #expect(await code { try await store.purchase("filters.x") } == .subscriptionRequired)
        #expect(await code { try await store.acquireAllEnabledProducts() } == .subscriptionRequired)
        try await store.purchase("none")
        #expect(await code { try await store.purchase("brush") } == .subscriptionRequired)
        #expect(try await store.acquireAllEnabledProducts().isEmpty)
        try await store.purchase("silver")
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("brush") }
        #expect(failure?.productID == "brush" && failure?.message.contains("no active subscription") == true)
        #expect(store.entitlements.acquiredProductIDs.isEmpty && store.allowedProductIDs == ["free", "filters.y"])
        let appStore = try #require(configuration.backend as? EmbeddedAppStore)
        #expect(await appStore.chargeCount == 2)
        try await store.close()
    }

    @Test("A product for subscribers is acquired without a payment, once, through every call that buys")
    func acquired() async throws {
        let configuration = try configuration()
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("silver")
        let last = store.lastSequence
        let purchase = try #require(try await store.purchase("filters.x").purchase)
        #expect(purchase.acquiredProductID == "filters.x" && purchase.wasRecordedBefore && !purchase.needsFinish)
        #expect(purchase.transaction.productID == "silver")
        #expect(store.allowedProductIDs == ["free", "filters.x", "filters.y"])
        #expect(try await store.purchase(PaymentRequest(productID: "filters.x")).purchase?.acquiredProductID != nil)
        let described = StoreProduct(id: "filters.x", price: 0)
        #expect(try await store.purchase(described).purchase?.acquiredProductID == "filters.x")
        #expect(store.lastSequence == last)
        let appStore = try #require(configuration.backend as? EmbeddedAppStore)
        #expect(await appStore.chargeCount == 1)
        #expect(await appStore.violations.isEmpty)
        #expect(try await store.acquireAllEnabledProducts() == ["filters.x", "filters.y"])
        try await store.purchase("gold")
        #expect(try await store.acquireAllEnabledProducts().isSuperset(of: ["pack", "brush", "filters.x"]))
        #expect(store.allowedProductIDs.contains("brush"))
        try await store.close()
    }

    @Test(
        "allowedProducts follows purchases, acquisitions, expiry, a new subscription and refunds at once",
        arguments: 1...10 as ClosedRange<UInt64>)
    func followed(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let configuration = try configuration(context)
            let appStore = try #require(configuration.backend as? EmbeddedAppStore)
            let store = try await PurchaseStore.open(configuration)
            let reported = Lock<[Set<String>]>([])
            let reading = context.start {
                for await allowed in store.allowedProductUpdates { reported.withLock { $0.append(allowed) } }
            }
            func settled(_ allowed: Set<String>) async throws {
                try #require(store.allowedProductIDs == allowed)
                while reported.withLock({ $0.last }) != allowed { try await context.sleep(for: .milliseconds(1)) }
            }
            try await settled(["free"])
            let pack = try #require(try await store.purchase("pack").purchase)
            try await settled(["free", "pack"])
            try await store.purchase("silver")
            try await settled(["free", "pack", "filters.y"])
            try await store.purchase("filters.x")
            try await settled(["free", "pack", "filters.x", "filters.y"])
            try await appStore.refund(pack.transaction.id)
            while store.allowedProductIDs.contains("pack") { try await context.sleep(for: .milliseconds(1)) }
            try await settled(["free", "filters.x", "filters.y"])
            try await appStore.setAutoRenew(false, for: "silver")
            try await context.sleep(for: .seconds(32 * 86_400))
            try await settled(["free"])
            // What was acquired is there again with the next subscription.
            try await store.purchase("gold")
            try await settled(["free", "filters.x", "filters.y"])
            try await store.close()
            try await reading.value
            let all = reported.withLock { $0 }
            try #require(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test("L1: what was acquired is there after a relaunch and a compaction; without a list all of it while subscribed")
    func relaunch() async throws {
        var configuration = try configuration()
        let storage = KeptStorage()
        configuration.storage = storage
        var store = try await PurchaseStore.open(configuration)
        try await store.purchase("silver")
        try await store.purchase("filters.x")
        try await store.close()
        store = try await PurchaseStore.open(configuration)
        #expect(store.entitlements.acquiredProductIDs == ["filters.x"])
        #expect(store.entitlements.allowedProductIDs(by: nil) == ["filters.x"])
        try await store.close()
        var state = LedgerState()
        try storage.load { state.apply($0) }
        var (compacted, records) = (LedgerState(), [LedgerRecord]())
        state.write { records.append($0) }
        for record in records { compacted.apply(try LedgerRecord(bytes: record.bytes)) }
        #expect(compacted.acquisitions == state.acquisitions && compacted.acquisitions.keys.sorted() == ["filters.x"])
        #expect(!RecordKind.maySkip(RecordKind.acquisition), "who would forget it refuses the ledger")
    }

    @Test("A promoted purchase of a product for subscribers is acquired, at once or put off; nobody is charged")
    func promoted() async throws {
        var configuration = try configuration()
        let backend = ScriptedBackend()
        configuration.backend = backend
        let json = Self.list.replacingOccurrences(of: "preAcquiredViaSubscription", with: "isSubscribersOnly")
        configuration.productList = try ProductList(json: Data(json.utf8))
        configuration.promotedPurchases = { $0.id == "later" ? .later : .buy() }
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        func promote(_ id: String, _ product: String) -> PromotedPurchase {
            let promotion = PromotedPurchase(id: id, productID: product)
            backend.inbox.put([.promotedPurchase(promotion)])
            return promotion
        }
        // Without a subscription it is kept for later, whatever the app said, and stays there.
        let early = promote("early", "filters.x")
        try await eventually { store.deferredPromotedPurchases == [early] }
        try await eventually { store.rejectedReports.map(\.reason) == [.notBought] }
        #expect(await failureCode { try await store.purchase(deferred: early) } == .subscriptionRequired)
        #expect(store.deferredPromotedPurchases == [early])
        let period = StoreTransaction.sample("T1", "silver", .autoRenewable) {
            $0.expirationTime = Timestamp(Date(timeIntervalSinceNow: 86_400))
        }
        backend.inbox.put([period.reported(.elsewhere)])
        try await eventually { store.entitlements.contains("silver") }
        #expect(try await store.purchase(deferred: early).purchase?.acquiredProductID == "filters.x")
        #expect(store.deferredPromotedPurchases.isEmpty)
        #expect(await failureCode { try await store.purchase(deferred: early) } == .invalidRequest)
        let later = promote("later", "filters.y")
        try await eventually { store.deferredPromotedPurchases == [later] }
        _ = promote("now", "brush")
        try await eventually { store.deferredPromotedPurchases.map(\.id) == ["later", "now"] }
        #expect(store.entitlements.acquiredProductIDs == ["filters.x"])
        _ = promote("at once", "filters.y")
        try await eventually { store.entitlements.acquiredProductIDs == ["filters.x", "filters.y"] }
        #expect(store.deferredPromotedPurchases.count == 2 && backend.record.payments.isEmpty)
        try await store.close()
    }

    @Test("Subscriptions of other apps enable what may be acquired, where the app says so")
    func otherApps() async throws {
        let store = try await PurchaseStore.open(try configuration())
        func app(_ product: String, until end: Date) -> StoreEntitlements {
            let period = StoreTransaction.sample("K-\(product)", product, .autoRenewable) {
                $0.expirationTime = Timestamp(end)
            }
            return StoreEntitlements([period], at: Date())
        }
        let over = MultiAppSubscriptions(store.entitlements, of: "a", with: ["b": app("silver", until: .distantPast)])
        #expect(await failureCode { try await store.acquireAllEnabledProducts(with: over) } == .subscriptionRequired)
        let silver = MultiAppSubscriptions(
            store.entitlements, of: "a", with: ["b": app("silver", until: .distantFuture)])
        #expect(await failureCode { try await store.acquireAllEnabledProducts() } == .subscriptionRequired)
        #expect(await failureCode { try await store.acquire("brush", with: silver) } == .subscriptionRequired)
        for wrong in ["gold", "unheard of"] {
            #expect(await failureCode { try await store.acquire(wrong, with: silver) } == .invalidRequest)
        }
        try await store.acquire("filters.x", with: silver)
        #expect(store.entitlements.acquiredProductIDs == ["filters.x"])
        #expect(try await store.acquireAllEnabledProducts(with: silver) == ["filters.x", "filters.y"])
        #expect(store.allowedProductIDs == ["free"], "by this app's own subscriptions alone")
        let list = try #require(try configuration().productList)
        #expect(
            store.entitlements.allowedProductIDs(by: list, with: silver).isSuperset(of: ["filters.x", "filters.y"]))
        try await store.close()
    }

    @Test("Without a list there is nothing to acquire from")
    func noList() async throws {
        var configuration = try configuration()
        configuration.productList = nil
        let store = try await PurchaseStore.open(configuration)
        #expect(await failureCode { try await store.acquireAllEnabledProducts() } == .invalidRequest)
        try await store.close()
    }
}
