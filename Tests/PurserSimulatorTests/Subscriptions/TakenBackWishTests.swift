import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("A change that is taken back leaves no trace", .timeLimit(.minutes(30)))
struct TakenBackWishTests {
    private static let month = SubscriptionPeriod(1, .month)
    private static let year = SubscriptionPeriod(1, .year)

    private static func offer(
        _ type: StoreOffer.OfferType, _ id: String?, _ mode: StoreOffer.PaymentMode = .payAsYouGo, price: Decimal = 2
    ) -> StoreOffer {
        StoreOffer(type: type, id: id, paymentMode: mode, price: price, period: month, periodCount: 3)
    }

    /// Two subscriptions of a year, each with a monthly plan and offers, and a monthly one with seats.
    private static var catalog: SimulatorCatalog {
        let offers = [offer(.introductory, nil, price: 3), offer(.promotional, "half")]
        var catalog = SimulatorCatalog(products: [
            .simulated(
                "y", .autoRenewable, price: 40, level: 2, period: year,
                offers: offers + [offer(.code, "code")],
                seatPriceTiers: [.init(minimumSeats: 1, price: 40, displayPrice: "")]),
            .simulated("z", .autoRenewable, price: 30, level: 3, period: year, offers: [offer(.promotional, "half")]),
            .simulated(
                "m", .autoRenewable, price: 9, level: 3,
                seatPriceTiers: [.init(minimumSeats: 1, price: 9, displayPrice: "")]),
        ])
        let plan = MonthlyPlan(price: 4, commitmentPrice: 48, offers: offers)
        (catalog.monthlyPlans["y"], catalog.monthlyPlans["z"]) = (plan, plan)
        catalog.offerTerms[OfferName(productID: "y", type: .code, id: "code")] = OfferTerms(isStackable: true)
        return catalog
    }

    /// A step at an account; the number makes the payment's token.
    struct Step: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var run: @Sendable (inout SimulatedAccountState, UInt64, Timestamp) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (inout SimulatedAccountState, UInt64, Timestamp) throws -> Void)
        {
            (testDescription, self.run) = (name, run)
        }

        static func buy(_ id: String, _ options: Set<PurchaseOption> = []) -> Step {
            Step("buys \(id) \(options.map { "\($0)" }.sorted())") { account, number, now in
                let events = account.paymentsSubmitted([payment(number, id, options)], at: now)
                for case .paymentEnded(let ending) in events {
                    if case .failed(let error) = ending.result { throw error }
                }
            }
        }
    }

    private static let upFront = PurchaseOption.billingPlanType(.upFront)
    private static let monthly = PurchaseOption.billingPlanType(.monthly)
    private static let half = PurchaseOption.promotionalOffer("half")
    /// A statement of the server that the customer is not eligible for the introductory offer.
    private static let noIntro = PurchaseOption(
        .introductoryOfferEligibility(compactJWS: "e30.eyJhbGxvd0ludHJvZHVjdG9yeU9mZmVyIjpmYWxzZX0.sig"))

    /// What a customer may own: each begins with a purchase of `y`.
    static let owned: [[Step]] = {
        let code = Step("redeems") { _ = try $0.redeemed("code", for: "y", at: $2) }
        let off = Step("renewal off") { _ = try $0.journal.autoRenewed(false, "y", at: $2) }
        let seats = Step("four seats next") { _ = try $0.journal.seatsChosen(4, "y", at: $2) }
        let raised = Step("price") { _ = try $0.journal.increased("y", to: 50, isAgreed: true, at: $2) }
        let asked = Step("price asked") { _ = try $0.journal.increased("y", to: 50, isAgreed: false, at: $2) }
        let plain: [Step] = [.buy("y", [noIntro])]
        let bound: [Step] = [.buy("y", [monthly, noIntro])]
        let taken: [[Step]] = [
            plain, [.buy("y")], bound, [.buy("y", [monthly])], [code], plain + [.buy("y", [half])],
            bound + [.buy("y", [half])], [.buy("y", [.seats(5), noIntro])], [.buy("y", [.seats(5), noIntro]), seats],
            plain + [raised], plain + [asked], bound + [raised],
        ]
        return taken + taken.map { $0 + [off] }
    }()

    /// What a customer may wish from the next period on.
    static func wishes(isMonthly: Bool) -> [[Step]] {
        let each: [Step] = [
            .buy("z"), .buy("z", [monthly]), .buy("z", [half]), .buy("z", [monthly, half]), .buy("m"),
            .buy("m", [.seats(2)]), .buy("y", [isMonthly ? upFront : monthly]),
            .buy("y", [isMonthly ? upFront : monthly, half]),
        ]
        // Some wishes take effect at once: those are changes of product, not of the next period.
        return each.map { [$0] } + each.flatMap { first in each.map { [first, $0] } }
    }

    @Test(
        "Whatever is owned and wished, buying the owned product again restores the subscription and its whole future",
        arguments: owned.indices)
    func restored(index: Int) throws {
        var never = SimulatedAccountState(catalog: Self.catalog)
        for (number, step) in Self.owned[index].enumerated() { try step.run(&never, UInt64(number), day(0)) }
        let owner = try #require(never.subscription)
        let isMonthly = owner.commitment != nil
        var expected = never
        _ = try expected.journal.autoRenewed(true, "y", at: day(2))
        let wanted = future(of: &expected)
        for (number, wish) in Self.wishes(isMonthly: isMonthly).enumerated()
        where number % plain(3, long: 1) == index % plain(3, long: 1) {
            for back: Step in [.buy("y"), .buy("y", [isMonthly ? Self.monthly : Self.upFront])] {
                var account = never
                for (step, token) in zip(wish, UInt64(10)...) { try step.run(&account, token, day(1)) }
                try #require(account.subscription?.change != nil)
                try back.run(&account, 20, day(2))
                let name = "\((wish + [back]).map(\.testDescription))"
                try #require(future(of: &account) == wanted, "\(name)")
            }
        }
    }

    /// The subscription without its signature date, what it renews into, and its transactions for years.
    private struct Future: Equatable {
        var subscription: AccountSubscription
        var info: StoreRenewalInfo
        var story: [String]
        var plans: [StoreProduct.BillingPlanType?]
        var commitments: [StoreTransaction.CommitmentInfo?]
    }

    private func future(of account: inout SimulatedAccountState) -> Future? {
        guard var subscription = account.subscription else { return nil }
        subscription.signed = at(0)
        let info = account.journal.renewalInfo(of: subscription)
        _ = account.live(until: day(1_200))
        let transactions = account.book.transactions.history.map(\.transaction)
        return Future(
            subscription: subscription, info: info, story: account.story,
            plans: transactions.map(\.billingPlanType), commitments: transactions.map(\.commitmentInfo))
    }

    @Test("The plan for another product is not one for the owned product; an introductory offer continues")
    func plans() throws {
        for options in [[Self.noIntro], []] as [Set<PurchaseOption>] {
            var account = SimulatedAccountState(catalog: Self.catalog)
            _ = account.paymentsSubmitted([payment(1, "y", options)], at: day(0))
            _ = account.paymentsSubmitted([payment(2, "z", [Self.monthly])], at: day(1))
            _ = account.buys(3, "y", at: day(2))
            let info = account.journal.renewalInfo(of: try #require(account.subscription))
            #expect(info.renewalBillingPlanType == .upFront && info.autoRenewPreference == "y")
            #expect(info.renewalPrice == (options.isEmpty ? 3 : 40))
        }
    }

    @Test(
        "A planned change and the owned product's own offer survive in a folder, also as an earlier version wrote them")
    func stored() throws {
        var account = SimulatedAccountState(catalog: Self.catalog)
        for (number, step) in ([.buy("y", [Self.noIntro]), .buy("y", [Self.half]), .buy("z", [Self.half])] as [Step])
            .enumerated()
        {
            try step.run(&account, UInt64(number), day(0))
        }
        let subscription = try #require(account.subscription)
        #expect(subscription.nextOffer?.offer.id == "half" && subscription.change?.offer?.price == 2)
        let data = try JSONEncoder().encode(subscription)
        #expect(try JSONDecoder().decode(AccountSubscription.self, from: data) == subscription)
        // An earlier version kept no offer of the owned product beside a change.
        var earlier = subscription
        earlier.nextOffer = nil
        let text = String(decoding: try JSONEncoder().encode(earlier), as: UTF8.self)
        #expect(!text.contains("keptOffer") && text.contains(#""preferredProductID":"z""#))
        #expect(try JSONDecoder().decode(AccountSubscription.self, from: Data(text.utf8)) == earlier)
    }
}
