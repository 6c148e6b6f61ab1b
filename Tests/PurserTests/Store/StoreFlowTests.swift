import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("The flows of a store", .timeLimit(.minutes(30)))
struct StoreFlowTests {
    private let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [
            .simulated("seeds"), .simulated("tools", .nonConsumable), .simulated("gold", .autoRenewable, level: 1),
        ]))

    @Test("F3: a manual purchase comes again at each launch until it is finished, and a second finish is harmless")
    func manual() async throws {
        let handed = Handed()
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = KeptStorage()
        configuration.manualPurchases = { await handed.take($0) }
        let first = try await PurchaseStore.open(configuration)
        let purchase = try #require(try await first.purchase("seeds", finishing: .manual).purchase)
        #expect(purchase.needsFinish)
        #expect(await first.unfinished().map(\.transaction.id) == [purchase.transaction.id])
        try await first.close()
        #expect(await handed.purchases.isEmpty, "its caller had it")

        let second = try await PurchaseStore.open(configuration)
        try await eventually { await handed.purchases.count == 1 }
        let again = try #require(await handed.purchases.first)
        #expect(again.transaction.id == purchase.transaction.id)
        try await again.finish()
        try await again.finish()
        try await eventually { await appStore.unfinishedCount == 0 }
        try await eventually { await second.unfinished().isEmpty }
        try await second.close()

        let third = try await PurchaseStore.open(configuration)
        try await third.waitUntilReady()
        #expect(await third.unfinished().isEmpty)
        try await third.close()
        #expect(await handed.purchases.count == 1)
        #expect(await appStore.violations.isEmpty)
    }

    @Test("F6: a grant that keeps failing is set aside, stops nobody else, and can be released")
    func deadLetter() async throws {
        let mended = Lock(false)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.retries.grant = RetryPolicy(
            initialDelay: .zero, maximumDelay: .zero, maximumAttempts: 3, maximumElapsed: nil)
        configuration.grant = { update in
            guard update.transaction.productID != "tools" || mended.withLock({ $0 }) else { throw ServerDown() }
        }
        let store = try await PurchaseStore.open(configuration)
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("tools") }
        #expect(failure?.code == .deliveryFailed)
        #expect(failure?.message.contains("ServerDown") == true && failure?.underlying is ServerDown)
        #expect(try await store.purchase("seeds").purchase != nil, "it stops nobody else")
        let letter = try #require(await store.deadLetters().first)
        #expect(letter.update.transaction.id == failure?.transactionID)
        #expect(letter.reason.contains("ServerDown"))
        #expect(await appStore.unfinishedCount >= 1, "it is not finished")
        mended.withLock { $0 = true }
        try await store.releaseDeadLetter(letter.update.transaction.id)
        try await eventually { await appStore.unfinishedCount == 0 }
        #expect(await store.deadLetters().isEmpty)
        try await store.close()
    }

    @Test("F2: a product with content is finished after its content is in its place")
    func content() async throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("manual.txt")
        try Data("how to garden".utf8).write(to: source)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.contents = StoreContents(
            folder: folder.url.appendingPathComponent("content"),
            items: [StoreContent(productID: "tools", source: LocalFileSource(source))])
        let store = try await PurchaseStore.open(configuration)
        try await store.purchase("tools")
        guard case .installed = store.contentState(of: "tools") else {
            return #expect(Bool(false), "not installed: \(store.contentState(of: "tools"))")
        }
        try await eventually { await appStore.unfinishedCount == 0 }
        try await store.close()
    }

    @Test("A promoted purchase is bought for a user, put off or declined as the app says; without a handler declined")
    func promoted() async throws {
        let (now, later) = (UUID(), UUID())
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.promotedPurchases = {
            $0.productID == "tools" ? .later : .buy(appAccountToken: now, context: ["from": "App Store"])
        }
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        var updates = store.updates.makeAsyncIterator()
        _ = await appStore.promote("seeds")
        let update = await updates.next()
        #expect(update?.context == ["from": "App Store"] && update?.transaction.appAccountToken == now)
        _ = await appStore.promote("tools")
        var deferrals = store.promotedPurchaseDeferrals.makeAsyncIterator()
        let promotion = try #require(await deferrals.next())
        #expect(store.deferredPromotedPurchases == [promotion])
        let bought = try await store.purchase(deferred: promotion, appAccountToken: later).purchase?.transaction
        #expect(bought?.productID == "tools" && bought?.appAccountToken == later)
        #expect(store.deferredPromotedPurchases.isEmpty)
        #expect(await failureCode { try await store.purchase(deferred: promotion) } == .invalidRequest)
        try await store.close()

        let silent = try await PurchaseStore.open(backend: appStore)
        try await silent.waitUntilReady()
        let charges = await appStore.chargeCount
        _ = await appStore.promote("seeds")
        try await silent.purchase("seeds")  // Comes behind the promotion, so that one has been answered.
        #expect(silent.deferredPromotedPurchases.isEmpty)
        #expect(await appStore.chargeCount == charges + 1)
        try await silent.close()
    }

    @Test("The life of a product is told from its present state on")
    func progress() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        _ = try await store.products(for: ["tools"])
        #expect(store.state(of: "tools") == .valid)
        #expect(store.state(of: "unheard of") == .registered)
        var states = store.states(of: "tools").makeAsyncIterator()
        #expect(await states.next() == .valid)
        try await store.purchase("tools")
        var seen: [ProductState] = []
        while let state = await states.next() {
            seen.append(state)
            if state == .owned { break }
        }
        #expect(seen == [.requested, .initiated, .approved, .finished, .owned])
        try await store.close()
    }

    @Test("A receipt is fetched once and found again")
    func receipt() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        try await store.purchase("tools")
        let receipt = try await store.refreshReceipt()
        #expect(!receipt.data.isEmpty)
        #expect(try await store.refreshReceipt(force: false) == receipt)
        try await store.close()
    }

    private struct ServerDown: Error {}

    private actor Handed {
        private(set) var purchases: [StorePurchase] = []
        func take(_ purchase: StorePurchase) { purchases.append(purchase) }
    }
}
