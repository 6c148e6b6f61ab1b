import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The garden's shop", .timeLimit(.minutes(30)))
struct GardenShopTests {
    let greenhouse = "com.example.garden.greenhouse"
    let appStore: EmbeddedAppStore

    init() throws {
        let file = try #require(Bundle.module.url(forResource: "Garden", withExtension: "storekit"))
        appStore = try EmbeddedAppStore(contentsOf: file)
    }

    @Test("A purchase is granted, charged once, and owned")
    func purchase() async throws {
        let (granted, grant) = AsyncStream.makeStream(of: String.self)
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.grant = { update in grant.yield(update.transaction.productID) }
        let store = try await PurchaseStore.open(configuration)

        let purchase = try #require(try await store.purchase(greenhouse).purchase)

        #expect(purchase.transaction.productID == greenhouse)
        #expect(store.entitlements.contains(greenhouse))
        #expect(await appStore.chargeCount == 1)
        try await store.close()
        grant.finish()
        #expect(await granted.reduce(into: []) { $0.append($1) } == [greenhouse])
    }

    @Test("Ask to Buy: what is approved after a relaunch is owned, and keeps its context")
    func askToBuy() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("garden-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(folder)

        let firstRun = try await PurchaseStore.open(configuration)
        await appStore.nextPurchase(.asksToBuy)
        let outcome = try await firstRun.purchase(greenhouse, context: ["for": "Ada"])
        guard case .pending = outcome else { throw Unexpected(outcome: outcome) }
        #expect(!firstRun.entitlements.contains(greenhouse))
        try await firstRun.close()

        try await appStore.approveAll()

        let secondRun = try await PurchaseStore.open(configuration)
        for await update in try secondRun.updates(after: 0) {
            #expect(update.transaction.productID == greenhouse)
            #expect(update.context == ["for": "Ada"])
            break
        }
        #expect(secondRun.entitlements.contains(greenhouse))
        try await secondRun.close()
    }

    @Test("A refund revokes the purchase")
    func refund() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let updates = store.updates
        let purchase = try #require(try await store.purchase(greenhouse).purchase)

        try await appStore.refund(purchase.transaction.id)

        var kinds: [StoreUpdate.Kind] = []
        for await update in updates {
            kinds.append(update.kind)
            if kinds.count == 2 { break }
        }
        #expect(kinds == [.purchased, .revoked])
        #expect(!store.entitlements.contains(greenhouse))
        try await store.close()
    }

    struct Unexpected: Error {
        var outcome: PurchaseOutcome
    }
}
