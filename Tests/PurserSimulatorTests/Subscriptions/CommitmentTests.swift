import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("A year that is paid by the month")
struct CommitmentTests {
    private static let monthly: Set<PurchaseOption> = [.billingPlanType(.monthly)]
    private var account = SimulatedAccountState(catalog: RandomLife.catalog)

    init() { account.catalog.monthlyPlans["silver.year"] = MonthlyPlan(price: 4, commitmentPrice: 48) }

    private func committed() -> SimulatedAccountState {
        var account = account
        #expect(account.buys(1, "silver.year", Self.monthly, at: day(30)) == ["silver.year#01 pays 1"])
        return account
    }

    /// The number of each transaction in its commitment.
    private func numbers(_ account: SimulatedAccountState) -> [Int?] {
        account.book.transactions.history.map { $0.transaction.commitmentInfo?.billingPeriodNumber }
    }

    private func renewalInfo(_ account: SimulatedAccountState) throws -> StoreRenewalInfo {
        account.journal.renewalInfo(of: try #require(account.subscription))
    }

    @Test("Twelve payments of a month each, with their numbers, then the next twelve")
    func payments() {
        var account = committed()
        _ = account.live(until: day(30 + 450))
        let reported = account.book.transactions.history.map(\.transaction)
        #expect(numbers(account) == Array(1...12) + [1, 2, 3])
        #expect(reported.prefix(12).allSatisfy { $0.commitmentInfo?.expirationTime == day(30 + 365) })
        #expect(reported.last?.commitmentInfo?.expirationTime == day(30 + 730))
        #expect(reported.allSatisfy { $0.price == 4 && $0.commitmentInfo?.price == 48 })
        #expect(reported.allSatisfy { $0.billingPlanType == .monthly })
        #expect(reported.prefix(4).map { $0.expirationTime?.day } == [58, 89, 119, 150])
    }

    @Test("Who turns renewal off pays all twelve, and is told so")
    func bound() throws {
        var account = committed()
        _ = try account.journal.autoRenewed(false, "silver.year", at: day(40))
        let info = try renewalInfo(account)
        #expect(info.willAutoRenew && info.commitmentInfo?.willAutoRenew == false)
        #expect(info.renewalBillingPlanType == .monthly && info.renewalPrice == 4)
        _ = account.live(until: day(1_000))
        #expect(account.book.transactions.chargeCount == 12)
        #expect(account.subscription?.phase == .expired(1))
    }

    @Test("A change to another product waits for the end of the commitment")
    func change() {
        var account = committed()
        #expect(account.buys(2, "bronze.week", at: day(40)) == ["silver.year#01 pays 2"])
        _ = account.live(until: day(30 + 365 + 8))
        #expect(account.story.suffix(2) == ["bronze.week 395-402 1 renewal", "bronze.week 402-409 1 renewal"])
        #expect(account.book.transactions.chargeCount == 14)
    }

    @Test(
        "E5: another product of the same level and length begins at once by the same plan, and by the other at the end")
    func crossgrades() {
        let year = SubscriptionPeriod(1, .year)
        var catalog = SimulatorCatalog(products: [
            .simulated("silver.year", .autoRenewable, price: 40, period: year),
            .simulated("tin.year", .autoRenewable, price: 30, period: year),
        ])
        catalog.monthlyPlans["silver.year"] = MonthlyPlan(price: 4, commitmentPrice: 48)
        catalog.monthlyPlans["tin.year"] = MonthlyPlan(price: 3, commitmentPrice: 36)
        for isMonthly in [true, false] {
            var account = SimulatedAccountState(catalog: catalog)
            _ = account.buys(1, "silver.year", Self.monthly, at: day(30))
            let answers = account.buys(2, "tin.year", [.billingPlanType(isMonthly ? .monthly : .upFront)], at: day(40))
            #expect(answers == [isMonthly ? "tin.year#02 pays 2" : "silver.year#01 pays 2"])
            _ = account.live(until: day(30 + 365))
            // One part and twelve of the new plan, or all twelve and a year at once.
            #expect(account.book.transactions.chargeCount == 13 && account.subscription?.productID == "tin.year")
            #expect(account.book.transactions.history.last?.transaction.billingPlanType == (isMonthly ? .monthly : nil))
        }
    }

    @Test("The plan's own offer comes before its twelve payments, and who turns renewal off meanwhile pays none")
    mutating func offerFirst() throws {
        account.catalog.monthlyPlans["silver.year"]?.offers = [SimulatorCatalog.trial]
        _ = account.buys(1, "silver.year", Self.monthly)
        var other = account
        _ = account.live(until: day(400))
        let reported = account.book.transactions.history.map(\.transaction)
        #expect(numbers(account) == [nil] + Array(1...12) + [1])
        #expect(reported.first?.price == 0 && reported.first?.expirationTime == day(7))
        #expect(reported.dropFirst().allSatisfy { $0.price == 4 })
        _ = try other.journal.autoRenewed(false, "silver.year", at: day(1))
        _ = other.live(until: day(400))
        #expect(other.book.transactions.chargeCount == 1 && other.subscription?.phase == .expired(1))
    }

    @Test("An offer of the plan that is paid as you go is the price of its first payments")
    mutating func offerAsYouGo() {
        account.catalog.monthlyPlans["silver.year"]?.offers = [
            StoreOffer(
                type: .introductory, paymentMode: .payAsYouGo, price: 1, period: SubscriptionPeriod(1, .month),
                periodCount: 3)
        ]
        _ = account.buys(1, "silver.year", Self.monthly)
        _ = account.live(until: day(125))
        #expect(account.book.transactions.history.map(\.transaction.price) == [1, 1, 1, 4, 4])
        #expect(numbers(account) == [1, 2, 3, 4, 5])
    }

    @Test("What is reported is charged: a higher price waits for the commitment's end, agreed to or not")
    func priceIncrease() throws {
        for isAgreed in [true, false] {
            var account = committed()
            _ = try account.journal.increased("silver.year", to: 6, isAgreed: isAgreed, at: day(40))
            for month in 2...12 as ClosedRange<Int> {
                let reported = try renewalInfo(account)
                #expect(reported.renewalPrice == 4 && reported.priceIncreaseStatus == (isAgreed ? .agreed : .pending))
                #expect(reported.commitmentInfo?.renewalPrice == 72)
                _ = account.live(until: try #require(account.subscription).end)
                let last = try #require(account.book.transactions.history.last).transaction
                #expect(last.price == 4 && last.commitmentInfo?.billingPeriodNumber == month)
            }
            #expect(try renewalInfo(account).renewalPrice == 6)
            _ = account.live(until: day(30 + 365))
            let last = try #require(account.book.transactions.history.last).transaction
            if isAgreed {
                #expect(last.price == 6 && last.commitmentInfo?.price == 72)
                #expect(last.commitmentInfo?.billingPeriodNumber == 1)
            } else {
                #expect(account.subscription?.phase == .expired(3) && account.book.transactions.chargeCount == 12)
            }
        }
    }

    @Test("A change of plan takes effect at the commitment's end, and changing back cancels it")
    func planChange() throws {
        var account = committed()
        #expect(try renewalInfo(account).commitmentInfo?.renewalBillingPlanType == .monthly)
        let upFront: Set<PurchaseOption> = [.billingPlanType(.upFront)]
        _ = account.buys(2, "silver.year", upFront, at: day(40))
        var info = try renewalInfo(account)
        #expect(info.commitmentInfo?.renewalBillingPlanType == .upFront && info.commitmentInfo?.renewalPrice == 40)
        #expect(info.renewalBillingPlanType == .monthly && info.renewalPrice == 4)
        _ = account.buys(3, "silver.year", Self.monthly, at: day(41))
        info = try renewalInfo(account)
        #expect(info.commitmentInfo?.renewalBillingPlanType == .monthly && info.commitmentInfo?.renewalPrice == 48)
        _ = account.buys(4, "silver.year", upFront, at: day(42))
        _ = account.live(until: day(30 + 365))
        let year = try #require(account.book.transactions.history.last).transaction
        #expect(year.price == 40 && year.commitmentInfo == nil && year.billingPlanType != .monthly)
        #expect(year.purchaseTime == day(30 + 365) && year.expirationTime == day(30 + 730))
        _ = account.buys(5, "silver.year", Self.monthly, at: day(500))
        info = try renewalInfo(account)
        #expect(info.renewalBillingPlanType == .monthly && info.renewalPrice == 4)
        _ = account.live(until: day(30 + 730))
        let part = try #require(account.book.transactions.history.last).transaction
        #expect(part.price == 4 && part.commitmentInfo?.billingPeriodNumber == 1 && part.billingPlanType == .monthly)
        #expect(part.expirationTime == day(30 + 730 + 28))
    }

    @Test("Parts keep their length: an offer of the other plan is rejected, and one of this plan waits for the end")
    mutating func offerInside() throws {
        account.catalog.monthlyPlans["silver.year"]?.offers = [SimulatorCatalog.promo]
        _ = account.buys(1, "silver.year", Self.monthly, at: day(30))
        let rejected = account.buys(2, "silver.year", [.winBackOffer("back")], at: day(31))
        #expect(rejected == ["silver.year 2 invalidOfferIdentifier"])
        let taken = account.buys(3, "silver.year", [.promotionalOffer("half")], at: day(32))
        #expect(taken == ["silver.year#01 pays 3"])
        #expect(try renewalInfo(account).renewalPrice == 4)
        _ = account.live(until: day(30 + 364))
        let ends = account.book.transactions.history.map { $0.transaction.expirationTime?.day }
        #expect(ends.prefix(4) == [58, 89, 119, 150] && ends.count == 12)
        #expect(account.book.transactions.history.allSatisfy { $0.transaction.price == 4 })
        let info = try renewalInfo(account)
        #expect(info.offer?.id == "half")
        _ = account.live(until: day(30 + 365))
        #expect(account.book.transactions.history.last?.transaction.price == info.renewalPrice)
    }

    @Test("A part that cannot be paid: no grace, 90 days of retry, and a recovery shifts the commitment's end")
    func failing() throws {
        var account = committed()
        account.catalog.settings.hasBillingGracePeriod = true
        account.catalog.settings.failsRenewals = true
        _ = account.live(until: day(58))
        #expect(account.subscription?.phase == .retry(until: day(58 + 90)))
        // Bound, the customer cannot end it.
        _ = try account.journal.autoRenewed(false, "silver.year", at: day(60))
        let info = try renewalInfo(account)
        #expect(info.willAutoRenew && info.commitmentInfo?.willAutoRenew == false && info.isInBillingRetry)
        var recovered = account
        recovered.catalog.settings.failsRenewals = false
        _ = try recovered.journal.resolvedIssue("silver.year", at: day(70))
        let part = try #require(recovered.book.transactions.history.last).transaction
        #expect(part.purchaseTime == day(70) && part.commitmentInfo?.billingPeriodNumber == 2)
        let end = try #require(part.commitmentInfo?.expirationTime)
        #expect(end == day(70).advanced(byMonths: 11))
        _ = recovered.live(until: day(1_000))
        #expect(recovered.book.transactions.chargeCount == 12 && recovered.subscription?.end == end)
        _ = account.live(until: day(58 + 90))
        #expect(account.subscription?.phase == .expired(2))
    }

    @Test("A refund of the present part ends the commitment, one of an earlier part does not")
    func refunds() throws {
        var account = committed()
        _ = account.live(until: day(100))
        _ = try account.revoked("2000000000001", reason: .other, percentage: 100, at: day(100))
        #expect(account.subscription?.phase == .active && account.subscription?.isBound == true)
        let present = try #require(account.book.transactions.history.last).transaction.id
        _ = try account.revoked(present, reason: .other, percentage: 100, at: day(101))
        _ = account.live(until: day(1_000))
        #expect(account.subscription?.phase == .revoked && account.subscription?.commitment == nil)
        #expect(account.book.transactions.chargeCount == 3)
    }

    @Test("A part whose product is sold no more ends the subscription, and nothing is tried for ever")
    func gone() {
        var account = committed()
        account.catalog = SimulatorCatalog(products: [.simulated("coins")])
        _ = account.live(until: day(400))
        #expect(account.subscription?.phase == .expired(4))
    }

    @Test("A plan that is not sold is refused")
    mutating func notSold() {
        #expect(account.buys(1, "gold", Self.monthly) == ["gold 1 paymentInvalid"])
    }
}
