import Purser
import Testing

@testable import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("A year that is paid by the month")
struct CommitmentTests {
    private var account: SimulatedAccountState {
        var catalog = RandomLife.catalog
        catalog.monthlyPlans["silver.year"] = MonthlyPlan(price: 4, commitmentPrice: 48)
        return SimulatedAccountState(catalog: catalog)
    }

    private func committed() -> SimulatedAccountState {
        var account = account
        let answers = account.paymentsSubmitted(
            [payment(1, "silver.year", [.billingPlanType(.monthly)])], at: day(30))
        #expect(words(answers) == ["silver.year#01 pays 1"])
        return account
    }

    @Test("Twelve payments of a month each, with their numbers, then the next twelve")
    func payments() {
        var account = committed()
        _ = account.live(until: day(30 + 450))
        let told = account.book.history.map(\.transaction)
        let numbers: [Int?] = told.map { $0.commitmentInfo?.billingPeriodNumber }
        #expect(numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3])
        #expect(told.prefix(12).allSatisfy { $0.commitmentInfo?.expirationTime == day(30 + 365) })
        #expect(told.last?.commitmentInfo?.expirationTime == day(30 + 730))
        #expect(told.allSatisfy { $0.price == 4 && $0.commitmentInfo?.price == 48 })
        #expect(told.allSatisfy { $0.billingPlanType == .monthly })
        #expect(told.prefix(4).map { $0.expirationTime?.day } == [58, 89, 119, 150])
    }

    @Test("Who turns renewal off pays all twelve, and is told so")
    func bound() throws {
        var account = committed()
        _ = try account.autoRenewed(false, "silver.year", at: day(40))
        let info = account.renewalInfo(of: try #require(account.line))
        #expect(info.willAutoRenew && info.commitmentInfo?.willAutoRenew == false)
        #expect(info.renewalBillingPlanType == .monthly && info.renewalPrice == 4)
        _ = account.live(until: day(1_000))
        #expect(account.book.chargeCount == 12)
        #expect(account.line?.phase == .expired(1))
    }

    @Test("A change to another product waits for the end of the commitment")
    func change() {
        var account = committed()
        #expect(account.buys(2, "bronze.week", at: day(40)) == ["silver.year#01 pays 2"])
        _ = account.live(until: day(30 + 365 + 8))
        #expect(account.story.suffix(2) == ["bronze.week 395-402 1 renewal", "bronze.week 402-409 1 renewal"])
        #expect(account.book.chargeCount == 14)
    }

    @Test("The plan's own offer comes before its twelve payments, and who turns renewal off meanwhile pays none")
    func offerFirst() throws {
        var account = account
        account.catalog.monthlyPlans["silver.year"]?.offers = [SimulatorCatalog.trial]
        let options: Set<PurchaseOption> = [.billingPlanType(.monthly)]
        var other = account
        _ = account.paymentsSubmitted([payment(1, "silver.year", options)], at: day(0))
        _ = account.live(until: day(400))
        let told = account.book.history.map(\.transaction)
        let numbers: [Int?] = told.map { $0.commitmentInfo?.billingPeriodNumber }
        #expect(numbers == [nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1])
        #expect(told.first?.price == 0 && told.first?.expirationTime == day(7))
        #expect(told.dropFirst().allSatisfy { $0.price == 4 })
        _ = other.paymentsSubmitted([payment(1, "silver.year", options)], at: day(0))
        _ = try other.autoRenewed(false, "silver.year", at: day(1))
        _ = other.live(until: day(400))
        #expect(other.book.chargeCount == 1 && other.line?.phase == .expired(1))
    }

    @Test("An offer of the plan that is paid as you go is the price of its first payments")
    func offerAsYouGo() {
        var account = account
        account.catalog.monthlyPlans["silver.year"]?.offers = [
            StoreOffer(
                type: .introductory, paymentMode: .payAsYouGo, price: 1, period: SubscriptionPeriod(1, .month),
                periodCount: 3)
        ]
        _ = account.paymentsSubmitted([payment(1, "silver.year", [.billingPlanType(.monthly)])], at: day(0))
        _ = account.live(until: day(125))
        #expect(account.book.history.map(\.transaction.price) == [1, 1, 1, 4, 4])
        let numbers: [Int?] = account.book.history.map { $0.transaction.commitmentInfo?.billingPeriodNumber }
        #expect(numbers == [1, 2, 3, 4, 5])
    }

    @Test("A plan that is not sold is refused")
    func notSold() {
        var account = account
        let answers = account.paymentsSubmitted([payment(1, "gold", [.billingPlanType(.monthly)])], at: day(0))
        #expect(words(answers) == ["gold 1 paymentInvalid"])
    }
}
