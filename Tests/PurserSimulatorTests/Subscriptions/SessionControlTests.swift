import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// Each control by the name of Apple's method in `SKTestSession`, or of the act where Apple has none.
@Suite("Controls of a session", .timeLimit(.minutes(30)))
struct SessionControlTests {
    private let clock = VirtualClock()
    private let store: EmbeddedAppStore

    init() async throws {
        store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        try await store.activate()
    }

    private func buy(_ productID: String, _ number: UInt64 = 1) async throws {
        try await store.submit([payment(number, productID)])
    }

    private func wait(days: Int) { clock.advance(by: .seconds(days * 86_400)) }

    private var gold: SimulatedSubscription {
        get async throws { try #require(await store.subscription("gold")) }
    }

    private func story() async -> [String] { await store.caughtUp.story }

    @Test("forceRenewalOfSubscription(productIdentifier:) begins the next period now")
    func forceRenewal() async throws {
        try await buy("gold")
        wait(days: 10)
        try await store.forceRenewal(of: "gold")
        #expect(await story() == ["gold 0-31 10", "gold 10-41 10 renewal"])
        #expect(try await gold.renewalCount == 1)
        wait(days: 30)
        #expect(await store.chargeCount == 2)
        wait(days: 1)
        #expect(await store.chargeCount == 3)
        try await store.expire("gold")
        try await store.forceRenewal(of: "gold")
        #expect(try await gold.state == .subscribed)
        await #expect(throws: BackendFailure.self) { try await store.forceRenewal(of: "nothing") }
    }

    @Test("forceRenewalOfSubscription(productIdentifier:) into another product ends the one that runs")
    func forceRenewalIntoAnother() async throws {
        try await buy("gold")
        try await buy("silver", 2)
        wait(days: 10)
        try await store.forceRenewal(of: "gold")
        #expect(await story().first == "gold 0-10 10")
        let now = try #require(await store.subscription("silver"))
        #expect(now.state == .subscribed && now.productID == "silver")
    }

    @Test("expireSubscription(productIdentifier:) ends the period now and forgets what was planned")
    func expire() async throws {
        try await buy("gold")
        wait(days: 10)
        try await buy("silver", 2)
        try await store.expire("gold")
        let over = try await gold
        #expect(over.state == .expired)
        #expect(over.renewalInfo.expirationReason == .autoRenewDisabled)
        #expect(over.nextProductID == nil && over.renewalDate == nil && over.renewalPrice == nil)
        #expect(over.transaction.expirationTime == day(10))
        #expect(over.periodEnd == day(10).date)
        wait(days: 400)
        #expect(await story() == ["gold 0-10 10"])
        await #expect(throws: BackendFailure.self) { try await store.setAutoRenew(true, for: "gold") }
    }

    @Test("E5: after an early renewal the period bought last decides: nothing falls back to the one before")
    func twoPeriods() async throws {
        try await buy("gold")
        wait(days: 10)
        try await store.forceRenewal(of: "gold")
        try await store.refund("4000000000001")
        let left = try await gold
        #expect(left.state == .revoked && left.transaction.id == "4000000000001" && left.willAutoRenew)
        try await store.reinstate("4000000000001")
        #expect(try await gold.periodEnd == day(41).date)
        #expect(try await gold.state == .subscribed)
        try await store.expire("gold")
        #expect(await store.transactions.last?.expirationTime == day(10))
        #expect(try await gold.state == .expired)
        // What is taken back of a line that is over, and given back, stays over.
        try await store.refund("4000000000001")
        try await store.reinstate("4000000000001")
        #expect(try await gold.state == .expired)
        #expect(await store.refunds.count == 2)
    }

    @Test("An upgrade after an early renewal ends the present period, and gives back what is left of it")
    func upgradeAfterEarlyRenewal() async throws {
        try await buy("silver")
        wait(days: 10)
        try await store.forceRenewal(of: "silver")
        try await buy("gold", 2)
        let marks = await story().map { $0.split(separator: " ").last.map(String.init) ?? "" }
        // The first week was free, and is over.
        #expect(marks.sorted() == ["10", "free", "renewal", "upgraded"])
        #expect(await store.refunds.map(\.transactionID) == ["4000000000002"])
        try await store.refund(try await gold.transaction.id)
        #expect(try await gold.state == .revoked)
    }

    @Test("disableAutoRenewForTransaction(identifier:) and enableAutoRenewForTransaction(identifier:)")
    func autoRenew() async throws {
        try await buy("gold")
        try await store.setAutoRenew(false, for: "2000000000001")
        #expect(try await gold.willAutoRenew == false)
        #expect(try await gold.renewalDate == nil)
        try await store.setAutoRenew(true, for: "2000000000001")
        wait(days: 40)
        #expect(await store.chargeCount == 2)
        try await store.setAutoRenew(false, for: "4000000000001")
        #expect(try await gold.state == .subscribed)
        wait(days: 60)
        #expect(try await gold.state == .expired)
        #expect(try await gold.renewalInfo.expirationReason == .autoRenewDisabled)
        #expect(await store.chargeCount == 2)
    }

    @Test("shouldEnterBillingRetryOnRenewal: a renewal fails, is tried for sixty days, and expires by a billing error")
    func billingRetry() async throws {
        try await buy("gold")
        await store.updateSettings { $0.failsRenewals = true }
        wait(days: 31)
        let failed = try await gold
        #expect(failed.state == .inBillingRetryPeriod)
        #expect(failed.renewalInfo.isInBillingRetry && failed.gracePeriodEnd == nil && !failed.isEntitled)
        #expect(failed.billingRetryEnd == day(91).date)
        wait(days: 59)
        #expect(try await gold.state == .inBillingRetryPeriod)
        wait(days: 1)
        #expect(try await gold.state == .expired)
        #expect(try await gold.renewalInfo.expirationReason == .billingError)
        #expect(try await !gold.renewalInfo.isInBillingRetry)
    }

    @Test("billingGracePeriodIsEnabled: the customer keeps the subscription for 16 days, then the store goes on trying")
    func grace() async throws {
        try await buy("gold")
        await store.updateSettings { ($0.failsRenewals, $0.hasBillingGracePeriod) = (true, true) }
        wait(days: 31)
        #expect(try await gold.state == .inGracePeriod)
        #expect(try await gold.gracePeriodEnd == day(47).date)
        #expect(try await gold.isEntitled)
        wait(days: 16)
        #expect(try await gold.state == .inBillingRetryPeriod)
        #expect(try await gold.billingRetryEnd == day(91).date)
        wait(days: 44)
        #expect(try await gold.state == .expired)
    }

    @Test("resolveIssueForTransaction(identifier:) in grace keeps the billing date, later moves it")
    func resolveIssue() async throws {
        try await buy("gold")
        await #expect(throws: BackendFailure.self) { try await store.resolveIssue(with: "gold") }
        await store.updateSettings { ($0.failsRenewals, $0.hasBillingGracePeriod) = (true, true) }
        wait(days: 41)
        try await store.resolveIssue(with: "2000000000001")
        #expect(await story().last == "gold 31-59 10 renewal")
        #expect(try await gold.renewalDate == day(59).date)
        wait(days: 39)
        #expect(try await gold.state == .inBillingRetryPeriod)
        await store.updateSettings { $0.failsRenewals = false }
        try await store.resolveIssue(with: "gold")
        #expect(await story().last == "gold 80-111 10 renewal")
        wait(days: 31)
        #expect(await story().last == "gold 111-141 10 renewal")
    }

    @Test("requestPriceIncreaseConsentForTransaction(identifier:) without an answer ends it for that reason")
    func noConsent() async throws {
        try await buy("gold")
        try await store.requestPriceIncreaseConsent(for: "gold", to: 20)
        #expect(try await gold.renewalInfo.priceIncreaseStatus == .pending)
        #expect(try await gold.renewalPrice == 20)
        wait(days: 31)
        #expect(try await gold.state == .expired)
        #expect(try await gold.renewalInfo.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test("consentToPriceIncreaseForTransaction(identifier:) renews at the new price, and goes on so")
    func consent() async throws {
        try await buy("gold")
        await #expect(throws: BackendFailure.self) { try await store.consentToPriceIncrease(of: "gold") }
        try await store.requestPriceIncreaseConsent(for: "gold", to: 20)
        try await store.consentToPriceIncrease(of: "gold")
        #expect(try await gold.renewalInfo.priceIncreaseStatus == .agreed)
        wait(days: 60)
        #expect(await story() == ["gold 0-31 10", "gold 31-59 20 renewal", "gold 59-90 20 renewal"])
        #expect(try await gold.renewalInfo.priceIncreaseStatus == .noIncreasePending)
        try await store.increasePrice(of: "gold", to: 30)
        wait(days: 31)
        #expect(await story().last == "gold 90-120 30 renewal")
    }

    @Test("declinePriceIncreaseForTransaction(identifier:) turns renewal off")
    func decline() async throws {
        try await buy("gold")
        try await store.requestPriceIncreaseConsent(for: "gold", to: 20)
        try await store.declinePriceIncrease(of: "gold")
        #expect(try await !gold.willAutoRenew)
        #expect(try await gold.renewalInfo.priceIncreaseStatus == .noIncreasePending)
        #expect(try await gold.state == .subscribed)
        wait(days: 31)
        #expect(try await gold.state == .expired)
    }

    @Test("Extend a Subscription Renewal Date: the period becomes longer, and those behind it later")
    func extend() async throws {
        try await buy("gold")
        try await store.extend("gold", by: .seconds(10 * 86_400))
        #expect(await story() == ["gold 0-41 10"])
        wait(days: 45)
        #expect(await story() == ["gold 0-41 10", "gold 41-69 10 renewal"])
        await #expect(throws: BackendFailure.self) { try await store.extend("gold", by: .zero) }
    }

    @Test(
        "refundTransaction(identifier:) of the present period revokes the line until a later one; of an earlier it does not"
    )
    func refund() async throws {
        try await buy("gold")
        wait(days: 40)
        try await store.refund("2000000000001", percentage: 40)
        #expect(try await gold.state == .subscribed)
        try await buy("silver", 2)
        try await store.refund("4000000000001")
        let taken = try await gold
        #expect(taken.state == .revoked)
        #expect(taken.transaction.revocationType == .fullRefund && taken.transaction.revocationPercentage == 100)
        #expect(taken.nextProductID == "gold" && taken.willAutoRenew)
        #expect(await store.refunds.map(\.amount) == [4, 10])
        try await store.setAutoRenew(false, for: "gold")
        #expect(try await gold.state == .revoked)
        wait(days: 400)
        #expect(await store.chargeCount == 2)
        try await buy("gold", 3)
        #expect(try await gold.state == .subscribed)
        #expect(try await gold.id == "2000000000001")
    }

    @Test("Another product of the group: an upgrade at once with the unused part paid back, a downgrade at the renewal")
    func changeProduct() async throws {
        try await buy("silver.year")
        wait(days: 73)
        try await buy("gold", 2)
        #expect(await store.refunds.map(\.amount) == [32])
        #expect(await story() == ["silver.year 0-365 40 upgraded", "gold 73-104 10"])
        try await buy("bronze.week", 3)
        #expect(try await gold.nextProductID == "bronze.week")
        #expect(try await gold.renewalPrice == 1)
        wait(days: 40)
        #expect(
            await story().suffix(3) == [
                "gold 73-104 10", "bronze.week 104-111 1 renewal", "bronze.week 111-118 1 renewal",
            ])
        #expect(await store.subscriptions.count == 1)
    }

    @Test("Family sharing: it comes and goes beside an own subscription, renews, and is never charged")
    func family() async throws {
        try await buy("silver")
        try await store.shareWithFamily("gold")
        try await store.shareWithFamily("lamp")
        wait(days: 40)
        #expect(
            await store.subscriptions.map(\.description) == ["silver: subscribed, renews", "gold: subscribed, renews"])
        #expect(await store.charges.map(\.productID) == ["silver", "silver", "silver"])
        try await store.stopSharing("gold")
        try await store.stopSharing("lamp")
        #expect(await store.subscriptions.map(\.state) == [.subscribed, .revoked])
        #expect(await store.subscriptions.last?.transaction.revocationType == .familyRevocation)
        #expect(await store.refunds.isEmpty)
        // Whoever pays is told the price, and nobody else.
        let shared = await store.transactions.filter { $0.ownershipType == .familyShared }
        #expect(shared.count == 3 && shared.allSatisfy { $0.price == nil && $0.currencyCode == nil })
        await #expect(throws: BackendFailure.self) { try await store.shareWithFamily("silver") }
        await #expect(throws: BackendFailure.self) { try await store.stopSharing("lamp") }
    }

    @Test("An offer code redeemed outside the app, and in it by the sheet")
    func codes() async throws {
        let first = try await store.redeemCode("code", for: "silver")
        #expect(first.offer?.type == .introductory)
        #expect(await store.subscriptions[0].renewalInfo.offer?.id == "code")
        wait(days: 100)
        #expect(
            await story() == [
                "silver 0-7 0 free", "silver 7-38 1 renewal payAsYouGo", "silver 38-66 1 renewal payAsYouGo",
                "silver 66-97 1 renewal payAsYouGo", "silver 97-127 4 renewal",
            ])
        try await store.redeemCode(in: nil)
        #expect(await store.subscriptions[0].renewalInfo.offer == nil)
        await store.enterCode("code", for: "silver")
        try await store.redeemCode(in: nil)
        #expect(await store.subscriptions[0].renewalInfo.offer?.id == "code")
        await #expect(throws: BackendFailure.self) { try await store.redeemCode("wrong", for: "silver") }
        #expect(store.capabilities.optionalCalls.isSuperset(of: [.redeemCode, .showManageSubscriptions]))
    }

    @Test("buyProduct(identifier:options:) on another device, with an offer, returns the transaction")
    func elsewhere() async throws {
        let bought = try await store.buyElsewhere("silver")
        #expect(bought.id == "2000000000001" && bought.offer?.paymentMode == .freeTrial)
        let planned = try await store.buyElsewhere("silver", options: [.promotionalOffer("half")])
        #expect(planned.id == bought.id)
        wait(days: 10)
        #expect(await story().last == "silver 7-38 2 renewal payAsYouGo")
        wait(days: 400)
        try await store.expire("silver")
        let back = try await store.buyElsewhere("silver", options: [.winBackOffer("back")])
        #expect(back.offer?.type == .winBack && back.originalID == bought.id)
    }

    @Test("storefront, while a subscription runs: the next period costs what it costs there")
    func storefront() async throws {
        try await buy("gold")
        try await store.setStorefront(StoreStorefront(countryCode: "JPN", currencyCode: "JPY"))
        #expect(try await gold.renewalInfo.currencyCode == "JPY")
        wait(days: 31)
        #expect(try await gold.transaction.currencyCode == "JPY")
        #expect(try await gold.transaction.storefrontCountryCode == "JPN")
    }

    @Test("timeRate, while a subscription runs: the present period keeps its end, and the next has the new length")
    func timeRate() async throws {
        try await buy("gold")
        await store.updateSettings { $0.timeRate = .monthlyRenewalEveryHour }
        #expect(try await gold.periodEnd == day(31).date)
        wait(days: 31)
        #expect(try await gold.periodEnd == at(31 * 86_400 + 3_600).date)
    }

    @Test("askToBuyEnabled: a request lapses after its time, is answered when planned, and stands for two of a kind")
    func askToBuy() async throws {
        await store.updateSettings { ($0.asksToBuy, $0.joinsRequests) = (true, true) }
        try await store.submit([payment(1, "coins"), payment(2, "coins"), payment(3, "lamp")])
        let waiting = await store.pendingPayments
        #expect(waiting.map(\.payment.productID) == ["coins", "lamp"])
        try await store.answer(waiting[0].id, approves: true, after: .seconds(3_600))
        try await store.answer(waiting[1].id, approves: true, after: .seconds(86_401))
        clock.advance(by: .seconds(3_600))
        #expect(await store.charges.map(\.productID) == ["coins"])
        #expect(await store.transactions.map(\.purchaseTime) == [at(3_600)])
        clock.advance(by: .seconds(86_400))
        #expect(await store.pendingPayments.isEmpty)
        #expect(await store.chargeCount == 1)
        await #expect(throws: BackendFailure.self) { try await store.answer("P2", approves: false, after: .zero) }
        // Both are answered by the one transaction.
        let mailbox = try #require(store.inbox.claim())
        try await store.submit([payment(1, "coins"), payment(2, "coins"), payment(3, "lamp")])
        #expect(
            words(try #require(await mailbox.next()?.first)) == [
                "coins#01 pays 1", "coins#01 pays 2", "lamp 3 cancelled",
            ])
    }

    @Test(
        "Only equal requests become one: another quantity, user or option asks by itself, and so does who wants it so")
    func unequalRequests() async throws {
        await store.updateSettings { ($0.asksToBuy, $0.joinsRequests) = (true, true) }
        let (one, other) = (payment(1, "coins"), payment(2, "coins", quantity: 2))
        let user = payment(3, "coins", of: UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
        let custom = payment(4, "coins", [.simulatesAskToBuyInSandbox(true)])
        try await store.submit([one, other, user, custom, payment(5, "coins")])
        #expect(await store.pendingPayments.count == 4)
        await store.updateSettings { $0.joinsRequests = false }
        try await store.submit([payment(6, "coins")])
        #expect(await store.pendingPayments.count == 5)
        try await store.approveAll()
        #expect(await store.chargeCount == 5)
    }

    @Test("A store that asked twice has one purchase, and nothing that waits any more")
    func joinedRequests() async throws {
        let appStore = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        let store = try await appStore.openStore()
        await appStore.updateSettings { ($0.asksToBuy, $0.joinsRequests) = (true, true) }
        for _ in 0..<2 {
            guard case .pending = try await store.purchase("coins") else {
                throw BackendFailure(.unknown, "not pending")
            }
        }
        let waiting = try #require(await appStore.pendingPayments.first)
        try await appStore.approve(waiting)
        var updates = try store.updates(after: 0).makeAsyncIterator()
        #expect(await updates.next()?.productID == "coins")
        _ = try await store.restorePurchases()
        #expect(store.lastSequence == 1)
        var states = store.states(of: "coins").makeAsyncIterator()
        #expect(await states.next() != .pending)
        #expect(await appStore.chargeCount == 1)
        try await store.close()
    }

    @Test("A request that lapses while the app is closed is told at the next launch")
    func lapsesWhileClosed() async throws {
        await store.updateSettings { $0.asksToBuy = true }
        try await store.submit([payment(1, "coins")])
        await store.deactivate()
        clock.advance(by: .seconds(2 * 86_400))
        let mailbox = try await store.listening()
        #expect(words(try #require(await mailbox.next()?.first)) == ["coins 1 cancelled"])
    }
}
