import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("A ledger that is new asks the App Store", .timeLimit(.minutes(30)))
struct FreshLedgerTests {
    private static let catalog = SimulatorCatalog(products: [
        .simulated(
            "m1", .autoRenewable, price: 10, level: 2, offers: [SimulatorCatalog.trial], isFamilyShareable: true),
        .simulated(
            "team", .autoRenewable, price: 10, level: 2, offers: [SimulatorCatalog.trial],
            seatPriceTiers: [.init(minimumSeats: 1, price: 10, displayPrice: "10")]),
    ])
    private let clock = VirtualClock()

    private func shop() -> EmbeddedAppStore { EmbeddedAppStore(catalog: Self.catalog, clock: clock) }
    private func days(_ days: Int) { clock.advance(by: .seconds(86_400 * days)) }

    /// Closes a store that has finished everything: what is unfinished is reported to the next one without a restore.
    private func close(_ store: PurchaseStore, of appStore: EmbeddedAppStore) async throws {
        while await appStore.unfinishedCount > 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        try await store.close()
    }

    /// Whether a trial was promised, and whether it was charged as one.
    private func buysOwn(_ store: PurchaseStore) async throws -> (promised: Bool, isTrial: Bool) {
        let promised = store.isEligibleForIntroductoryOffer("group")
        let bought = try #require(try await store.purchase("m1").purchase).transaction
        return (promised, bought.offer?.type == .introductory)
    }

    @Test(
        "A trial that was used and refunded is not promised again after a reinstall and a restore", arguments: [1, 10])
    func refundedTrial(daysLater: Int) async throws {
        let appStore = shop()
        let first = try await appStore.openStore()
        let trial = try #require(try await first.purchase("m1").purchase).transaction
        days(daysLater)
        try await appStore.refund(trial.id)
        try await appStore.setAutoRenew(false, for: "group")
        days(60)
        try await close(first, of: appStore)
        let again = try await appStore.openStore()
        #expect(try await again.restorePurchases().restored.contains { $0.id == trial.id } == false)
        #expect(!again.isEligibleForIntroductoryOffer("group"))
        let bought = try await buysOwn(again)
        #expect(!bought.promised && !bought.isTrial)
        try await again.close()
    }

    @Test("E5: a refunded period is revoked on a new ledger, too, after a restore")
    func refundedPeriod() async throws {
        let appStore = shop()
        let first = try await appStore.openStore()
        let bought = try #require(try await first.purchase("m1").purchase).transaction
        days(10)
        try await appStore.refund(try #require(await appStore.transactions.last).id)
        try await close(first, of: appStore)
        let store = try await appStore.openStore()
        _ = try await store.restorePurchases()
        #expect(bought.id != store.entitlements.subscriptions[groupID: "group"]?.transaction.id)
        #expect(store.entitlements.subscriptions[groupID: "group"]?.state == .revoked)
        #expect(await appStore.subscription("group")?.state == .revoked)
        try await store.close()
    }

    @Test("Beside a subscription that the family shares, or an assigned seat, no trial is promised and none is sold")
    func shared() async throws {
        for isSeat in [false, true] {
            let appStore = shop()
            let store = try await appStore.openStore()
            if isSeat { try await appStore.assignSeat(of: "team") } else { try await appStore.shareWithFamily("m1") }
            try await untilTrue { !store.entitlements.activeProductIDs.isEmpty }
            let bought = try await buysOwn(store)
            #expect(!bought.promised && !bought.isTrial)
            try await store.close()
        }
    }

    @Test("After the family has stopped sharing, a trial is promised and sold")
    func unshared() async throws {
        let appStore = shop()
        let store = try await appStore.openStore()
        try await appStore.shareWithFamily("m1")
        try await untilTrue { store.entitlements.contains("m1") }
        try await appStore.stopSharing("m1")
        try await untilTrue { !store.entitlements.contains("m1") }
        let bought = try await buysOwn(store)
        #expect(bought.promised && bought.isTrial)
        try await store.close()
    }
}
