import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("E5: a copy of StoreKit 1 falls with its original", .timeLimit(.minutes(30)))
struct CopyTests {
    private static let catalog = SimulatorCatalog(products: [
        .simulated("hat", .nonConsumable, price: 5), .simulated("m2", .autoRenewable, price: 12),
    ])
    private let clock = VirtualClock()

    private func seconds(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    @Test(
        "Refunded by either identifier, nothing is owned, and with the refund undone it is; also by a new store",
        arguments: ["hat", "m2"], [0, 1])
    func falls(_ product: String, _ named: Int) async throws {
        for isRestored in [false, true] {
            let appStore = EmbeddedAppStore(catalog: Self.catalog, clock: clock, options: .storeKit1)
            let store = try await appStore.openStore()
            let bought = try #require(try await store.purchase(product).purchase).transaction
            seconds(10)
            var ids = [bought.id]
            if isRestored {
                ids += try await store.restorePurchases().restored.map(\.id)
            } else {
                ids.append(try #require(try await store.purchase(product).purchase).transaction.id)
            }
            #expect(ids.count == 2 && Set(ids).count == 2 && store.entitlements.contains(product))
            seconds(10)
            try await appStore.refund(ids[named])
            try await untilTrue { !store.entitlements.contains(product) }
            #expect(store.entitlements.active.isEmpty)
            #expect(await appStore.refunds.map(\.transactionID) == [bought.id])
            if product == "m2" {
                #expect(store.entitlements.subscriptions.map(\.state) == [.revoked])
                #expect(await appStore.subscription("m2")?.state == .revoked)
            }
            try await appStore.reinstate(ids[named])
            try await untilTrue { store.entitlements.contains(product) }
            try await store.close()
        }
    }

    @Test("A copy of a period ends with it, when that is extended, and when the subscription expires")
    func ends() async throws {
        for isRestored in [false, true] {
            let appStore = EmbeddedAppStore(catalog: Self.catalog, clock: clock, options: .storeKit1)
            let store = try await appStore.openStore()
            _ = try await store.purchase("m2")
            seconds(10)
            if isRestored { _ = try await store.restorePurchases() } else { _ = try await store.purchase("m2") }
            try await appStore.extend("m2", by: .seconds(86_400))
            let end = try #require(await appStore.subscription("m2")).transaction.expirationTime
            try await untilTrue { store.entitlements.subscriptions.map(\.transaction.expirationTime) == [end] }
            seconds(10)
            try await appStore.expire("m2")
            try await untilTrue { !store.entitlements.contains("m2") }
            #expect(store.entitlements.subscriptions.map(\.state) == [.expired])
            try await store.close()
        }
    }

    @Test("What is bought anew after a refund is owned, whatever became of the first purchase")
    func boughtAnew() async throws {
        let appStore = EmbeddedAppStore(catalog: Self.catalog, clock: clock, options: .storeKit1)
        let store = try await appStore.openStore()
        for product in ["hat", "m2"] {
            let bought = try #require(try await store.purchase(product).purchase).transaction
            _ = try await store.restorePurchases()
            seconds(10)
            try await appStore.refund(bought.id)
            try await untilTrue { !store.entitlements.contains(product) }
            seconds(10)
            _ = try await store.purchase(product)
            #expect(store.entitlements.contains(product))
        }
        #expect(await appStore.chargeCount == 4)
        try await store.close()
    }
}
