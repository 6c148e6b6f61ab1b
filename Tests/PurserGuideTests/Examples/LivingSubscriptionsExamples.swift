import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("The examples of living subscriptions", .timeLimit(.minutes(30)))
struct LivingSubscriptionsExamples {
    @Test("A subscription's life, moved on by hand")
    func progress() async throws {
        let clock = VirtualClock()
        let catalog = SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)])
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        let store = try await PurchaseStore.open(backend: appStore)
        try await store.purchase("plus")

        clock.advance(by: .seconds(400 * 86_400))
        #expect(await appStore.chargeCount == 14)
        #expect(await appStore.subscription("plus")?.state == .subscribed)

        await appStore.updateSettings { ($0.failsRenewals, $0.hasBillingGracePeriod) = (true, true) }
        clock.advance(by: .seconds(31 * 86_400))
        #expect(await appStore.subscription("plus")?.state == .inGracePeriod)
        try await appStore.resolveIssue(with: "plus")

        try await appStore.requestPriceIncreaseConsent(for: "plus", to: 9)
        try await appStore.consentToPriceIncrease(of: "plus")
        try await appStore.setAutoRenew(false, for: "plus")
        #expect(await appStore.subscription("plus")?.willAutoRenew == false)
        try await store.close()
    }

    @Test("The status of subscriptions cannot be read for a while")
    func status() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)]))
        let store = try await appStore.openStore()
        await appStore.updateSettings { $0.failures.subscriptionStatus = BackendFailure(.systemError, "no status") }
        try await store.purchase("plus")
        #expect(store.entitlements.contains("plus"))
        #expect(store.entitlements.subscriptions[groupID: "group"]?.renewalInfo == nil)
        let updates = store.entitlementUpdates
        await appStore.updateSettings { $0.failures = SimulatorFailures() }
        for await entitlements in updates where entitlements.subscriptions[groupID: "group"]?.renewalInfo != nil {
            break
        }
        try await store.close()
    }

    @Test("Seats are bought, added, chosen and given back")
    func seats() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [
                .simulated(
                    "team", .autoRenewable, price: 10,
                    seatPriceTiers: [
                        .init(minimumSeats: 1, maximumSeats: 5, price: 10, displayPrice: "$10.00"),
                        .init(minimumSeats: 6, price: 8, displayPrice: "$8.00"),
                    ])
            ]))
        let store = try await appStore.openStore()
        try await store.purchase("team", options: [.seats(4)])
        try await store.purchase("team", options: [.seats(7)])
        #expect(store.entitlements.subscriptions[groupID: "group"]?.seats == 7)

        try await appStore.setRenewalSeats(5, for: "team")
        let added = try #require(await appStore.subscription("team")?.transaction)
        try await appStore.refundSeats(1, of: added.id)
        #expect(await appStore.subscription("team")?.seats == 6)
        #expect(await appStore.subscription("team")?.renewalSeats == 5)
        try await store.close()
    }

    @Test("Two devices of one customer")
    func devices() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("plus", .autoRenewable, price: 5)]))
        let phone = try await appStore.openStore()
        let tablet = try await appStore.addDevice().openStore()
        let updates = tablet.updates
        try await phone.purchase("plus")
        for await update in updates {
            #expect(update.transaction.productID == "plus")
            break
        }
        #expect(tablet.entitlements.contains("plus"))
        try await phone.close()
        try await tablet.close()
    }
}
