import Foundation
import Purser
import Testing

@testable import PurserSimulator

/// What costs nothing is always paid, whichever switch has payments fail.
@Suite("Renewals that cost nothing")
struct FreeRenewalTests {
    enum Switch: CaseIterable {
        case forAll
        case forOne
    }

    private static var catalog: SimulatorCatalog {
        let gift = StoreOffer(
            type: .code, id: "gift", paymentMode: .payAsYouGo, price: 0, period: SubscriptionPeriod(1, .month),
            periodCount: 3)
        var catalog = SimulatorCatalog(products: [
            .simulated("free", .autoRenewable, price: 0, level: 2),
            .simulated("paid", .autoRenewable, price: 4, level: 1, offers: [gift]),
        ])
        catalog.offerTerms[OfferName(productID: "paid", type: .code, id: "gift")] = OfferTerms(isStackable: true)
        return catalog
    }

    /// An account that has bought, of which payments fail from the first day on.
    private func account(_ failing: Switch, _ buy: (inout SimulatedAccountState) throws -> Void) throws
        -> SimulatedAccountState
    {
        var account = SimulatedAccountState(catalog: Self.catalog)
        try buy(&account)
        switch failing {
        case .forAll: account.catalog.settings.failsRenewals = true
        case .forOne: _ = try account.journal.setPayable(false, "group", at: day(1))
        }
        return account
    }

    @Test("E5: a free product renews for ever while payments fail, by either switch", arguments: Switch.allCases)
    func product(failing: Switch) throws {
        var account = try account(failing) { _ = $0.buys(1, "free") }
        _ = account.live(until: day(95))
        #expect(account.subscription?.phase == .active)
        #expect(
            account.story == ["free 0-31 0", "free 31-59 0 renewal", "free 59-90 0 renewal", "free 90-120 0 renewal"])
    }

    @Test(
        "E5: the free periods of an offer renew while payments fail; the first that costs something fails, by either switch",
        arguments: Switch.allCases)
    func offer(failing: Switch) throws {
        var account = try account(failing) { _ = try $0.redeemed("gift", for: "paid", at: day(0)) }
        _ = account.live(until: day(89))
        #expect(account.subscription?.phase == .active)
        _ = account.live(until: day(90))
        #expect(
            account.story == [
                "paid 0-31 0 payAsYouGo", "paid 31-59 0 renewal payAsYouGo", "paid 59-90 0 renewal payAsYouGo",
            ])
        #expect(account.subscription?.phase == .retry(until: day(150)))
    }

    @Test(
        "E5: a change to a free product at the end of a period is paid while payments fail, by either switch",
        arguments: Switch.allCases)
    func change(failing: Switch) throws {
        var account = try account(failing) {
            _ = $0.buys(1, "paid")
            _ = $0.buys(2, "free")
        }
        _ = account.live(until: day(32))
        #expect(account.story == ["paid 0-31 4", "free 31-59 0 renewal"])
        #expect(account.subscription?.phase == .active)
    }

    @Test("Of a life without a price that changes, both switches make the same")
    func oneRule() throws {
        let lives = try Switch.allCases.map { failing in
            var account = try account(failing) { _ = $0.buys(1, "paid") }
            account.catalog.settings.hasBillingGracePeriod = true
            _ = account.live(until: day(200))
            var print = LifePrint(account)
            for index in print.subscriptions.indices { print.subscriptions[index].isUnpayable = false }
            return print
        }
        #expect(lives[0] == lives[1])
    }
}
