import Foundation
import Purser
import Testing

@testable import PurserSimulator

/// The rules by which the App Store's subscriptions live, as Apple documents them or its stores have shown.
@Suite("Rules of subscriptions")
struct SubscriptionRuleTests {
    private var account = SimulatedAccountState(catalog: RandomLife.catalog)

    @Test(
        "Renewal: a new identifier and subscription item, the same original, and a period that follows the one before")
    mutating func renewal() throws {
        _ = account.buys(1, "gold")
        _ = account.live(until: day(59))
        let periods = account.book.transactions.history.map(\.transaction)
        #expect(Set(periods.map(\.id)).count == 3 && Set(periods.map(\.webOrderLineItemID)).count == 3)
        #expect(Set(periods.map(\.originalID)) == ["2000000000001"])
        #expect(Set(periods.map(\.originalPurchaseTime)) == [at(0)])
        #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.expirationTime == $1.purchaseTime })
        #expect(periods.map(\.reason) == [.purchase, .renewal, .renewal])
    }

    @Test("Trial to paid: the first paid period begins where the trial ends, and months count from there")
    mutating func trial() {
        _ = account.buys(1, "silver", at: day(23))
        _ = account.live(until: day(100))
        #expect(
            account.story == [
                "silver 23-30 0 free", "silver 30-58 4 renewal", "silver 58-89 4 renewal", "silver 89-119 4 renewal",
            ])
    }

    @Test("Pay as you go: the offer's price for all its periods, then the usual one")
    mutating func payAsYouGo() {
        _ = account.buys(1, "silver", [.introductoryOfferEligibility(compactJWS: Self.noIntro)])
        _ = account.buys(2, "silver", [PurchaseOption(.offer(id: "code", type: .code))], at: day(1))
        #expect(account.subscription?.nextOffer?.left == 3)
        _ = account.live(until: day(31))
        #expect(account.subscription?.offer?.left == 2)
        _ = account.live(until: day(125))
        #expect(account.book.transactions.history.map(\.transaction.price) == [4, 1, 1, 1, 4])
    }

    /// `{"allowIntroductoryOffer":false}`, signed by nobody.
    private static let noIntro = "e30.eyJhbGxvd0ludHJvZHVjdG9yeU9mZmVyIjpmYWxzZX0.sig"

    @Test("Paid up front: one payment for the whole offer, then the usual price and period")
    mutating func paidUpFront() {
        _ = account.buys(1, "silver")
        account.endsLine(at: day(8))
        _ = account.buys(2, "silver", [.winBackOffer("back")], at: day(8))
        _ = account.live(until: day(100))
        #expect(account.story.suffix(2) == ["silver 8-98 3 payUpFront", "silver 98-128 4 renewal"])
    }

    @Test("A deferred change is answered with the present transaction; changing back cancels it")
    mutating func deferred() {
        _ = account.buys(1, "gold")
        #expect(account.buys(2, "silver") == ["gold#01 pays 2"])
        #expect(account.subscription?.change?.productID == "silver")
        #expect(account.book.transactions.chargeCount == 1 && account.book.payments.waiting.isEmpty)
        #expect(account.buys(3, "gold") == ["gold#01 pays 3"])
        #expect(account.subscription?.change?.productID == nil)
        #expect(account.buys(4, "bronze.week") == ["gold#01 pays 4"])
        _ = account.live(until: day(31))
        #expect(account.story == ["gold 0-31 10", "bronze.week 31-38 1 renewal"])
    }

    @Test("A downgrade turns renewal on again; buying the present product does too")
    func renewalOnAgain() throws {
        for product in ["silver", "gold"] {
            var account = account
            _ = account.buys(1, "gold")
            _ = try account.journal.autoRenewed(false, "gold", at: day(1))
            _ = account.buys(2, product, at: day(2))
            #expect(account.subscription?.willAutoRenew == true)
        }
    }

    @Test(
        "E5: a crossgrade of the same length ends the old product at once and pays back its rest; of another it waits")
    func crossgrade() {
        let copper = StoreProduct.simulated("copper", .autoRenewable, price: 5, level: 2)
        var account = SimulatedAccountState(
            catalog: SimulatorCatalog(products: RandomLife.catalog.products + [copper]))
        _ = account.buys(1, "silver")
        #expect(account.buys(2, "copper", at: day(3)) == ["copper#02 pays 2"])
        #expect(account.story == ["silver 0-7 0 free", "copper 3-34 5"])
        #expect(account.book.refunds.all.isEmpty)
        #expect(account.buys(3, "silver.year", at: day(4)) == ["copper#02 pays 3"])
        #expect(account.buys(4, "silver", at: day(4)) == ["silver#03 pays 4"])
        #expect(account.book.refunds.all.map(\.transactionID) == ["2000000000002"])
        #expect(account.book.refunds.all.first?.amount == Decimal(string: "4.83"))
        // Nothing falls back to the product before.
        _ = try? account.revoked("2000000000003", reason: .other, percentage: 100, at: day(5))
        #expect(account.subscription?.phase == .revoked && account.subscription?.productID == "silver")
    }

    @Test("A refund or an expiry clears a pending change")
    func cleared() throws {
        for isRefund in [true, false] {
            var account = account
            _ = account.buys(1, "gold")
            _ = account.buys(2, "silver")
            if isRefund {
                _ = try account.revoked("2000000000001", reason: .other, percentage: 100, at: day(1))
            } else {
                _ = try account.journal.expired("gold", for: .unknown, at: day(1))
            }
            #expect(account.subscription?.change?.productID == nil)
            _ = account.live(until: day(500))
            // A refund alone leaves renewal as it is.
            #expect(account.book.transactions.history.allSatisfy { $0.transaction.productID == "gold" })
            #expect(account.book.transactions.chargeCount == (isRefund ? 17 : 1))
        }
    }

    @Test("A lapse and a new purchase: one line, and the subscription began anew where the break was long")
    func lapse() throws {
        for (gap, start) in [(Int64(90), Int64(121)), (30, 0)] {
            var account = account
            _ = account.buys(1, "gold")
            _ = try account.journal.autoRenewed(false, "gold", at: day(1))
            _ = account.live(until: day(31 + gap))
            #expect(account.subscription?.phase == .expired(1))
            _ = account.buys(2, "gold", at: day(31 + gap))
            #expect(account.book.transactions.records[1].transaction.originalID == "2000000000001")
            #expect(account.book.transactions.records[1].transaction.reason == .purchase)
            #expect(account.subscription?.recentStart == day(start))
        }
    }

    @Test("Twelve renewals and no more, by the subscription: a jump has no other limit than small steps")
    mutating func sandboxLimit() {
        account.catalog.settings.timeRate = .monthlyRenewalEveryFiveMinutes
        account.catalog.settings.renewalLimit = 12
        for steps in [1, 100] {
            var account = account
            _ = account.buys(1, "gold")
            for step in 1...steps { _ = account.live(until: at(Int64(step * 7_200 / steps))) }
            #expect(account.book.transactions.chargeCount == 13)
            #expect(account.subscription?.phase == .expired(1))
            _ = account.buys(2, "gold", at: at(7_200))
            _ = account.live(until: at(20_000))
            #expect(account.book.transactions.chargeCount == 26)
        }
    }

    @Test("A product that is sold no more does not renew, for that reason; nor does a change into one")
    mutating func notSold() {
        _ = account.buys(1, "gold")
        account.catalog = SimulatorCatalog(products: [.simulated("coins")])
        _ = account.live(until: day(31))
        #expect(account.subscription?.phase == .expired(4))
    }

    @Test("Offers are found by product, type and identifier: one that is excluded for one product stands for another")
    func offerNames() {
        let back = StoreOffer(
            type: .winBack, id: "back", paymentMode: .payUpFront, price: 1, period: SubscriptionPeriod(1, .month))
        var catalog = SimulatorCatalog(products: [
            .simulated("one", .autoRenewable, group: "one", offers: [back]),
            .simulated("two", .autoRenewable, group: "two", offers: [back]),
        ])
        catalog.offerTerms[OfferName(productID: "one", type: .winBack, id: "back")] = OfferTerms(isEligible: false)
        var account = SimulatedAccountState(catalog: catalog)
        for (number, product) in ["one", "two"].enumerated() {
            _ = account.buys(UInt64(number), product)
            account.endsLine(product, at: day(2))
        }
        #expect(
            account.book.subscriptions.all.map { account.journal.renewalInfo(of: $0).eligibleWinBackOfferIDs } == [
                [], ["back"],
            ])
        #expect(account.buys(7, "one", [.winBackOffer("back")], at: day(3)) == ["one 7 ineligibleForOffer"])
        #expect(account.buys(8, "two", [.winBackOffer("back")], at: day(3)) == ["two#03 pays 8"])
    }

    @Test(
        "Codes are for new, present or former customers, as the offer says",
        arguments: [
            ("new", [true, false, false]), ("existing", [false, true, false]), ("expired", [false, false, true]),
        ])
    mutating func codeEligibility(name: String, allowed: [Bool]) {
        account.catalog.offerTerms[OfferName(productID: "silver", type: .code, id: "code")] = OfferTerms(
            eligibility: [.init(rawValue: name)])
        func isAllowed(_ account: SimulatedAccountState, at now: Timestamp) -> Bool {
            var account = account
            return (try? account.redeemed("code", for: "silver", at: now)) != nil
        }
        var answers = [isAllowed(account, at: day(0))]
        _ = account.buys(1, "silver")
        answers.append(isAllowed(account, at: day(1)))
        account.endsLine(at: day(2))
        answers.append(isAllowed(account, at: day(3)))
        #expect(answers == allowed)
    }
}

extension SimulatedAccountState {
    /// Ends a subscription.
    mutating func endsLine(_ product: String = "silver", at now: Timestamp) {
        _ = try? journal.expired(product, for: .autoRenewDisabled, at: now)
    }
}
