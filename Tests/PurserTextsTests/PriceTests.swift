import Foundation
import Purser
import PurserTesting
import PurserTexts
import Testing

@Suite("Prices for a time")
struct PriceTests {
    /// An amount as StoreKit reports it, made from a binary fraction: 17.88 comes as 17.879999999999995904.
    static func reported(_ amount: String) -> Decimal { Decimal(Double(amount) ?? 0) }

    /// A product whose price is made from a binary fraction; one with the exact price equals it.
    static func product(
        _ price: String, _ period: SubscriptionPeriod?, _ currency: String? = "USD", _ locale: String = "en_US",
        _ text: String? = nil,
        offers: [StoreOffer] = []
    ) -> StoreProduct {
        let products = [reported(price), Decimal(string: price) ?? 0].map { price in
            var product = StoreProduct(
                id: "club", type: .autoRenewable, price: price, currencyCode: currency,
                subscription: period.map { .init(subscriptionGroupID: "g", subscriptionPeriod: $0, offers: offers) })
            product.priceLocale = Locale(identifier: locale)
            product.displayPrice = text ?? ""
            if text == nil { product.displayPrice = product.displayPrice(of: product.price) }
            return product
        }
        #expect(products[0] == products[1])
        return products[0]
    }

    @Test(
        "A price for a unit of time is rounded down",
        arguments: [
            ("39.99", SubscriptionPeriod(1, .year), ["$0.10", "$0.76", "$3.33", "$39.99"]),
            ("59.99", SubscriptionPeriod(1, .year), ["$0.16", "$1.14", "$4.99", "$59.99"]),
            ("4.99", SubscriptionPeriod(1, .month), ["$0.16", "$1.14", "$4.99", "$59.88"]),
            ("19.99", SubscriptionPeriod(6, .month), ["$0.10", "$0.76", "$3.33", "$39.98"]),
            ("0.99", SubscriptionPeriod(1, .week), ["$0.14", "$0.99", "$4.30", "$51.62"]),
            ("0.99", SubscriptionPeriod(7, .day), ["$0.14", "$0.99", "$4.30", "$51.62"]),
            ("1.99", SubscriptionPeriod(3, .day), ["$0.66", "$4.64", "$20.17", "$242.11"]),
        ])
    func perUnit(_ price: String, _ period: SubscriptionPeriod, _ expected: [String]) {
        let product = Self.product(price, period)
        #expect(SubscriptionPeriod.Unit.allCases.map { product.displayPrice(per: $0) ?? "none" } == expected)
    }

    @Test("What is shown for a time is never more than what is charged in it")
    func neverMore() throws {
        let style = Decimal.FormatStyle.Currency(code: "USD", locale: Locale(identifier: "en_US"))
        for cents in stride(from: 1, to: 20_000, by: plain(37, long: 7)) {
            for (months, name) in [(1, 1), (2, 2), (3, 3), (6, 6), (12, 12)] {
                let price = Decimal(cents) / 100
                let product = Self.product("\(price)", SubscriptionPeriod(months, .month))
                if let text = product.displayPrice(per: .year) {
                    #expect(try Decimal(text, format: style) <= price * 12 / Decimal(months), "\(price) \(name)")
                }
                if let text = product.displayPrice(per: .week) {
                    // A year of 366 days has 52 weeks and two days.
                    #expect(
                        try Decimal(text, format: style) * 366 / 7 <= price * 12 / Decimal(months), "\(price) \(name)")
                }
                if months > 1, let text = product.displayPrice(per: .month) {
                    #expect(try Decimal(text, format: style) * Decimal(months) <= price, "\(price) \(name)")
                }
            }
        }
    }

    @Test("A price that divides evenly is shown to the cent, and half of it saves 50 percent, however it is reported")
    func toTheCent() {
        for cents in stride(from: 1, through: 5_000, by: plain(17, long: 1)) {
            let month = Self.product("\(Decimal(cents) / 100)", .init(1, .month))
            let year = Self.product("\(Decimal(cents * 12) / 100)", .init(1, .year))
            let half = Self.product("\(Decimal(cents * 6) / 100)", .init(1, .year))
            #expect(year.displayPrice(per: .month) == month.displayPrice)
            #expect(half.savings(comparedTo: month) == 50, "\(half.price)")
        }
        let preview = StoreProduct(id: "lamp", price: Self.reported("4.99"))
        #expect(preview.displayPrice == "4.99 USD")
    }

    @Test("For its own period a product has the store's text, whatever that is")
    func ownPeriod() {
        let product = Self.product("4.99", SubscriptionPeriod(1, .month), "USD", "en_US", "US$ 4,99!")
        #expect(product.displayPrice(per: .month) == "US$ 4,99!")
        #expect(product.displayPricePerPeriod(in: StoreTexts(locale: Locale(identifier: "en"))) == "US$ 4,99! a month")
    }

    @Test("There is no price for a time where there is no subscription, no currency, or nothing is left of it")
    func none() {
        #expect(Self.product("4.99", nil).displayPrice(per: .month) == nil)
        #expect(Self.product("4.99", SubscriptionPeriod(1, .year), nil).displayPrice(per: .month) == nil)
        #expect(Self.product("0.10", SubscriptionPeriod(1, .year)).displayPrice(per: .month) == nil)
        #expect(Self.product("0", SubscriptionPeriod(1, .year)).displayPrice(per: .month) == "$0.00")
    }

    @Test("An amount has the product's currency and locale")
    func amounts() {
        #expect(Self.product("4.99", nil).displayPrice(of: Decimal(998) / 100) == "$9.98")
        #expect(Self.product("4.99", nil, "EUR", "de_DE").displayPrice(of: 1499) == "1.499,00\u{a0}€")
        #expect(Self.product("500", nil, "JPY", "ja_JP").displayPrice(of: 1000) == "¥1,000")
        #expect(Self.product("5", nil, nil, "de_DE").displayPrice(of: Decimal(15) / 2) == "7,5")
    }

    @Test("Savings are whole percent, rounded down, over the same time")
    func savings() {
        let monthly = Self.product("4.99", SubscriptionPeriod(1, .month))
        let yearly = Self.product("39.99", SubscriptionPeriod(1, .year))
        let weekly = Self.product("0.99", SubscriptionPeriod(1, .week))
        #expect(yearly.savings(comparedTo: monthly) == 33)
        #expect(monthly.savings(comparedTo: yearly) == nil)
        #expect(yearly.savings(comparedTo: yearly) == nil)
        // 365 of 7 days cost 51.62.
        #expect(yearly.savings(comparedTo: weekly) == 22)
        // A month is 366 twelfths of a day at most: 4.31 are 30.5 / 7 weeks of 0.99.
        #expect(weekly.savings(comparedTo: monthly) == 13)
        #expect(Self.product("30", .init(1, .year)).savings(comparedTo: Self.product("5", .init(1, .month))) == 50)
        #expect(Self.product("0", .init(1, .year)).savings(comparedTo: monthly) == 100)
        #expect(Self.product("59.87", .init(1, .year)).savings(comparedTo: monthly) == nil, "less than one percent")
        #expect(Self.product("1", .init(1, .year), "EUR").savings(comparedTo: monthly) == nil)
        #expect(
            Self.product("1", .init(1, .year), nil).savings(comparedTo: Self.product("5", .init(1, .month), nil)) == nil
        )
        #expect(Self.product("1", nil).savings(comparedTo: monthly) == nil)
        #expect(yearly.savings(comparedTo: Self.product("0", .init(1, .month))) == nil)
    }
}
