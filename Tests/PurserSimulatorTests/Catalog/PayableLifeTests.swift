import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

@Suite("Customers pay the displayed price for a whole life", .timeLimit(.minutes(30)))
struct PayableLifeTests {
    /// A life of one seed: odd prices, a storefront, purchases with offers, plans and seats, increases and moves.
    private struct Life {
        var random: SeededGenerator
        var account: SimulatedAccountState
        var now = at(0)

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed, purpose: "prices")
            func price() -> Decimal {
                let digits = random.index(below: 5)
                return Decimal(sign: .plus, exponent: -digits, significand: Decimal(random.index(below: 9_999_999)))
            }
            func offer(_ type: StoreOffer.OfferType, _ id: String?, _ mode: StoreOffer.PaymentMode) -> StoreOffer {
                StoreOffer(
                    type: type, id: id, paymentMode: mode, price: price(), period: SubscriptionPeriod(1, .month),
                    periodCount: mode == .payAsYouGo ? 3 : 1)
            }
            func offers() -> [StoreOffer] {
                [
                    offer(.introductory, nil, [.payAsYouGo, .payUpFront, .freeTrial][random.index(below: 3)]),
                    offer(.promotional, "half", .payAsYouGo), offer(.winBack, "back", .payUpFront),
                ]
            }
            func subscription(_ id: String, _ level: Int, _ period: SubscriptionPeriod) -> StoreProduct {
                .simulated(
                    id, .autoRenewable, price: price(), level: level, period: period, offers: offers(),
                    seatPriceTiers: [
                        .init(minimumSeats: 1, maximumSeats: 3, price: price(), displayPrice: ""),
                        .init(minimumSeats: 4, price: price(), displayPrice: ""),
                    ])
            }
            var catalog = SimulatorCatalog(products: [
                .simulated("coins", price: price()), subscription("gold", 1, SubscriptionPeriod(1, .month)),
                subscription("silver", 2, SubscriptionPeriod(1, .month)),
                subscription("year", 2, SubscriptionPeriod(1, .year)),
            ])
            catalog.monthlyPlans["year"] = MonthlyPlan(
                price: price(), commitmentPrice: price(), offers: [offer(.introductory, nil, .payAsYouGo)])
            account = SimulatedAccountState(catalog: catalog)
            self.random = random
            move()
        }

        mutating func move() {
            let countries = ["USA", "JPN", "KOR", "DEU", "VNM", "IDN", "CHL", "GBR"] + StoreStorefront.countries
            let country = countries[random.index(below: countries.count)]
            let storefront = StoreStorefront.appStore(in: country)
            if let storefront { _ = account.moved(to: storefront, at: now) }
        }

        /// Buys something.
        mutating func buy(_ number: UInt64) {
            let id = ["coins", "gold", "silver", "year"][random.index(below: 4)]
            let options: [Set<PurchaseOption>] = [
                [], [.promotionalOffer("half")], [.winBackOffer("back")], [.seats(1 + random.index(below: 6))],
                [.billingPlanType(.monthly)],
            ]
            let chosen = id == "coins" ? [] : options[random.index(below: options.count)]
            _ = account.paymentsSubmitted([payment(number, id, chosen)], at: now)
        }

        /// Waits, renewal by renewal, and compares each charge with the renewal info before it.
        mutating func wait() throws {
            let end = now.advanced(by: .milliseconds(random.index(below: 100) * 86_400_000))
            while let due = account.journal.nextDue, due <= end {
                let former = account.book.subscriptions["group"]
                let info = former.map { account.journal.renewalInfo(of: $0) }
                let count = account.book.transactions.history.count
                _ = account.live(until: due)
                let renewals = account.book.transactions.history.dropFirst(count).map(\.transaction)
                guard renewals.count == 1 else { continue }
                try #require(renewals[0].price == info?.renewalPrice && renewals[0].currencyCode == info?.currencyCode)
                if let commitment = renewals[0].commitmentInfo { try check(commitment.price, renewals[0].currencyCode) }
            }
            _ = account.live(until: end)
            now = end
        }

        /// Checks that everything that is displayed or was charged can be paid.
        func check() throws {
            for product in account.catalog.products {
                try check(product.price, product.currencyCode)
                try #require(product.displayPrice == text(product.price, product.currencyCode))
                for offer in product.subscription?.offers ?? [] {
                    try check(offer.price, product.currencyCode)
                    try #require(offer.displayPrice == text(offer.price, product.currencyCode))
                }
            }
            for charge in account.book.transactions.wholeHistory.compactMap(\.charge) {
                try check(charge.amount, charge.currencyCode)
            }
            for refund in account.book.refunds.all { try check(refund.amount, refund.currencyCode) }
        }

        private func check(_ amount: Decimal, _ currency: String?) throws {
            let exact = amount.formatted(.number.precision(.fractionLength(0...9)).locale(Locale(identifier: "en_US")))
            let digits = exact.split(separator: ".").dropFirst().first?.count ?? 0
            try #require(digits <= PayableAmounts(currency: currency).digits, "\(amount) \(currency ?? "")")
        }

        private func text(_ price: Decimal, _ currency: String?) -> String {
            price.formatted(.currency(code: currency ?? "").locale(Locale(identifier: "en_US")))
        }
    }

    @Test("In any currency, with offers, plans, seats, increases and moves, each charge is the displayed price")
    func lives() async throws {
        try await Seeds.forEach(count: 100) { seed in
            var life = Life(seed: seed)
            for number in 0..<20 as Range<UInt64> {
                switch life.random.index(below: 6) {
                case 0...2: life.buy(number)
                case 3: life.move()
                case 4:
                    let price = Decimal(
                        sign: .plus, exponent: -4, significand: Decimal(life.random.index(below: 999_999)))
                    let name = ["gold", "silver", "year"][life.random.index(below: 3)]
                    _ = try? life.account.journal.increased(name, to: price, isAgreed: true, at: life.now)
                default:
                    if let id = life.account.book.transactions.history.last?.transaction.id {
                        _ = try? life.account.revoked(id, reason: .other, percentage: 33, at: life.now)
                    }
                }
                try life.wait()
                try life.check()
            }
        }
    }

    @Test("A first period, its offer and its renewal in yen cost what was displayed; the way back restores the cents")
    func offersAndMoves() throws {
        let (price, half) = (Decimal(48) / 10, Decimal(24) / 10)
        let promo = StoreOffer(
            type: .promotional, id: "half", paymentMode: .payAsYouGo, price: half,
            period: SubscriptionPeriod(1, .month),
            periodCount: 2)
        let introductory = StoreOffer(
            type: .introductory, paymentMode: .payAsYouGo, price: half + 1, period: SubscriptionPeriod(1, .month))
        var account = SimulatedAccountState(
            catalog: SimulatorCatalog(
                products: [
                    .simulated("s", .autoRenewable, price: price, currencyCode: "JPY", offers: [promo, introductory])
                ], settings: SimulatorSettings(storefront: StoreStorefront(countryCode: "JPN", currencyCode: "JPY"))))
        _ = account.buys(1, "s", at: day(0))
        _ = account.paymentsSubmitted([payment(2, "s", [.promotionalOffer("half")])], at: day(1))
        _ = account.live(until: day(95))
        #expect(account.story.map { $0.split(separator: " ")[2] } == ["3", "2", "2", "5"])
        _ = try account.journal.increased("s", to: Decimal(999) / 100, isAgreed: true, at: day(96))
        #expect(account.journal.renewalInfo(of: try #require(account.subscription)).renewalPrice == 10)
        _ = account.live(until: day(121))
        #expect(account.story.last?.split(separator: " ")[2] == "10")
        _ = account.moved(to: .unitedStates, at: day(122))
        #expect(account.journal.renewalInfo(of: try #require(account.subscription)).renewalPrice == Decimal(999) / 100)
        _ = account.live(until: day(152))
        #expect(account.story.last?.split(separator: " ")[2] == "9.99")
    }
}
