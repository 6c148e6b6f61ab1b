import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("What a running store is told of purchases that are forgotten", .timeLimit(.minutes(30)))
struct ForgottenPurchaseTests {
    private let appStore = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())

    /// A store that has bought these products, and its updates from there on.
    private func shop(_ products: String...) async throws -> (PurchaseStore, StoreUpdates.AsyncIterator) {
        let store = try await appStore.openStore { ($0.grant, $0.revoke) = ({ _ in }, { _ in }) }
        for product in products { _ = try await store.purchase(product) }
        return (store, try store.updates(after: store.lastSequence).makeAsyncIterator())
    }

    @Test("A transaction that is deleted is revoked there, and can be bought again")
    func deleted() async throws {
        var (store, updates) = try await shop("lamp", "coins")
        let lamp = try #require(await appStore.transactions.first)
        try await appStore.deleteTransaction(lamp.id)
        let update = try #require(await updates.next())
        #expect(update.kind == .revoked && update.transaction.id == lamp.id)
        #expect(!store.entitlements.contains("lamp"))
        #expect(await appStore.refunds.isEmpty)
        let again = try await store.purchase("lamp")
        #expect(again.purchase?.transaction.id != lamp.id && store.entitlements.contains("lamp"))
        #expect(await appStore.violations == [])
        try await store.close()
    }

    @Test("All that an account had is revoked there when it is cleared, and no identifier is given out again")
    func cleared() async throws {
        var (store, updates) = try await shop("lamp", "gold")
        await appStore.updateSettings { $0.asksToBuy = true }
        let former = Set(await appStore.transactions.map(\.id))
        #expect(try await store.purchase("coins").purchase == nil)
        try await appStore.clearTransactions()
        #expect(await appStore.pendingPayments.isEmpty)
        var revoked: Set<String> = []
        while revoked.count < 2, let update = await updates.next() {
            if update.kind == .revoked { revoked.insert(update.transaction.productID) }
        }
        #expect(revoked == ["lamp", "gold"])
        #expect(!store.entitlements.contains("lamp") && !store.entitlements.contains("gold"))
        await appStore.updateSettings { $0.asksToBuy = false }
        let again = try #require(await store.purchase("lamp").purchase)
        #expect(!former.contains(again.transaction.id) && store.entitlements.contains("lamp"))
        #expect(await appStore.chargeCount == 1)
        try await store.close()
    }
}
