import Foundation
import Purser
import PurserSimulator
import PurserTexts
import Testing

@Suite("The examples of “Prices and offers as text”", .timeLimit(.minutes(30)))
struct PricesAndOffersExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    @Test("Prices, periods, offers and an app's own texts")
    func texts() async throws {
        let store = try await garden.open()
        let products = try await store.products(for: [
            "com.example.garden.club.plus.yearly", "com.example.garden.club.plus.monthly",
        ])
        try await store.close()
        var lines: [String] = []
        func print(_ value: Any) { lines.append("\(value)") }

        guard let yearly = products["com.example.garden.club.plus.yearly"],
            let monthly = products["com.example.garden.club.plus.monthly"]
        else { return }
        print(yearly.displayPrice)  // $39.99
        print(yearly.displayPrice(per: .month) ?? "")  // $3.33
        print(yearly.savings(comparedTo: monthly) ?? 0)  // 33
        print(monthly.displayPrice(of: 2 * monthly.price))  // $9.98
        #expect(lines == ["$39.99", "$3.33", "33", "$9.98"])

        lines = []
        let english = StoreTexts(locale: Locale(identifier: "en_US"))
        let quarter = SubscriptionPeriod(3, .month)
        print(quarter.formatted(in: english))  // 3 months
        print(quarter.formatted(.frequency, in: english))  // every 3 months
        print(SubscriptionPeriod(1, .month).formatted(.frequency, in: english))  // monthly
        print(SubscriptionPeriod(7, .day).formatted(.compound, in: english))  // 7-day
        print(monthly.displayPricePerPeriod(in: english))  // $4.99 a month
        #expect(lines == ["3 months", "every 3 months", "monthly", "7-day", "$4.99 a month"])

        lines = []
        let german = StoreTexts(locale: Locale(identifier: "de_DE"))
        if let trial = yearly.subscription?.introductoryOffer {
            print(trial.formatted(for: yearly, in: english))  // 1 month free, then $39.99 a year
            print(trial.formatted(for: yearly, in: german))  // 1 Monat kostenlos, danach $39.99 pro Jahr
        }
        for offer in monthly.subscription?.promotionalOffers ?? [] {
            print(offer.formatted(for: monthly, in: english))  // $2.99 a month for 3 months, then $4.99 a month
        }
        #expect(
            lines == [
                "1 month free, then $39.99 a year", "1 Monat kostenlos, danach $39.99 pro Jahr",
                "$2.99 a month for 3 months, then $4.99 a month",
            ])

        lines = []
        let polish = StoreTexts(
            locale: Locale(identifier: "pl_PL"),
            entries: [
                "offer.free": "{length} za darmo, potem {renewal}",
                "rate.month.1": "{price} miesięcznie", "rate.year.1": "{price} rocznie",
                "period.month.one": "{count} miesiąc", "period.month.few": "{count} miesiące",
                "period.month.many": "{count} miesięcy",
            ])
        print(SubscriptionPeriod(5, .month).formatted(in: polish))  // 5 miesięcy
        #expect(lines == ["5 miesięcy"])
    }
}
