import Foundation
import PurserInspection
import PurserSimulator
import Testing

@testable import Purser

@Suite("A store whose users change", .timeLimit(.minutes(30)))
struct AccountSwitchTests: AccountSuite {
    private let ada = StoreAccount.user(UUID())
    private let bob = StoreAccount.user(UUID())
    let appStore = EmbeddedAppStore(
        catalog: SimulatorCatalog(products: [.simulated("seeds"), .simulated("tools", .nonConsumable)]))

    @Test("U1: everything is held until the app names its user")
    func held() async throws {
        try await appStore.buyElsewhere("seeds")
        let store = try await open(as: .unnamed)
        #expect(store.account == .unnamed)
        #expect(await failureCode { try await store.purchase("seeds") } == .accountNotNamed)
        #expect(await failureCode { try await store.restorePurchases() } == .accountNotNamed)
        #expect(await failureCode { try await store.waitUntilReady() } == .accountNotNamed)
        #expect(await failureCode { try await store.redeliver() } == .accountNotNamed)
        #expect(await failureCode { try await store.finish("1") } == .accountNotNamed)
        #expect(try await store.products(for: ["seeds"]).products.map(\.id) == ["seeds"])
        #expect(await appStore.unfinishedCount == 1)
        #expect(store.entitlements.purchasedQuantities.isEmpty)

        try await store.switchAccount(to: ada)
        #expect(store.account == ada)
        var updates = try store.updates(after: 0).makeAsyncIterator()
        #expect(await updates.next()?.transaction.productID == "seeds")
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1)
        #expect(try await store.purchase("seeds").purchase?.transaction.appAccountToken == ada.userID)
        try await store.close()
        #expect(await appStore.violations.isEmpty)
    }

    @Test("U4, S1: the streams of the user before end once they have told what is recorded")
    func streams() async throws {
        let store = try await open(as: ada)
        let updates = store.updates
        let named = try await store.updates(for: "analytics")
        for _ in 0..<3 { try await store.purchase("seeds") }
        try await store.switchAccount(to: bob)
        try await store.purchase("seeds")
        var reported: [StoreUpdate] = []
        for await update in updates { reported.append(update) }
        #expect(reported.map(\.sequence) == [1, 2, 3])
        let adas = reported[0]
        #expect(await failureCode { try await named.acknowledge(adas) } == .accountSwitched)
        let bobs = try await store.updates(for: "analytics", from: .beginning)
        #expect(await failureCode { try await bobs.acknowledge(adas) } == .invalidRequest, "it is number 1 for both")
        var reader = bobs.makeAsyncIterator()
        let first = try #require(await reader.next())
        try await bobs.acknowledge(first)
        try await store.close()
        #expect(await failureCode { try await bobs.acknowledge(first) } == .storeClosed)
    }

    @Test("U3, F3: a purchase of the user before can be finished by that user only")
    func manualPurchase() async throws {
        let store = try await open(as: ada)
        let purchase = try #require(try await store.purchase("seeds", finishing: .manual).purchase)
        try await store.switchAccount(to: bob)
        #expect(await failureCode { try await purchase.finish() } == .accountSwitched)
        #expect(await failureCode { try await store.finish(purchase.transaction.id) } == .unknownTransaction)
        #expect(await store.unfinished().isEmpty)
        try await store.switchAccount(to: ada)
        #expect(await store.unfinished().count == 1)
        try await store.finish(purchase.transaction.id)
        try await eventually { await appStore.unfinishedCount == 0 }
        try await store.close()
    }

    @Test("U3: a payment for somebody else is refused, and one for what somebody else owns ends with that")
    func somebodyElses() async throws {
        let store = try await open(as: ada)
        #expect(await failureCode { try await store.purchase("seeds", appAccountToken: UUID()) } == .invalidRequest)
        try await store.purchase("tools")
        try await store.switchAccount(to: bob)
        #expect(await failureCode { try await store.purchase("tools") } == .ownedByAnotherAccount)
        #expect(await appStore.chargeCount == 1)
        #expect(store.lastSequence == 0)
        try await store.close()
    }

    @Test("U2: the state that all share can be left for a user, and not come back to")
    func shared() async throws {
        let store = try await open(as: .shared)
        try await store.purchase("tools")
        try await store.switchAccount(to: .shared)
        #expect(store.entitlements.contains("tools"))
        try await store.switchAccount(to: ada)
        #expect(!store.entitlements.contains("tools"))
        #expect(await failureCode { try await store.switchAccount(to: .shared) } == .invalidRequest)
        #expect(store.account == ada)
        try await store.close()
    }

    @Test("U2: the users of one folder find their own purchases there, and nobody else's")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let keep: (inout PurchaseStore.Configuration) -> Void = {
            $0.ledger = .folder(folder.url, durability: .buffered)
        }
        var store = try await open(as: ada, keep)
        try await store.purchase("seeds", quantity: 2)
        try await store.switchAccount(to: bob)
        try await store.purchase("seeds", quantity: 3)
        try await store.close()

        store = try await open(as: .unnamed, keep)
        try await store.switchAccount(to: ada)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 2)
        try await store.switchAccount(to: bob)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 3)
        try await store.close()

        let inspector = LedgerInspector(folder: folder.url)
        #expect(try inspector.entitlements(of: ada).purchasedQuantity(of: "seeds") == 2)
        #expect(try inspector.entitlements(of: bob).purchasedQuantity(of: "seeds") == 3)
        #expect(try inspector.entitlements().purchasedQuantity(of: "seeds") == 0)
    }
}
