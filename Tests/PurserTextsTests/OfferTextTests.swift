import Foundation
import Purser
import PurserTexts
import Testing

@Suite("Offers as sentences")
struct OfferTextTests {
    private let english = StoreTexts(locale: Locale(identifier: "en_US"))
    private let monthly = PriceTests.product("4.99", SubscriptionPeriod(1, .month))
    private let yearly = PriceTests.product("39.99", SubscriptionPeriod(1, .year))

    static func offer(
        _ mode: StoreOffer.PaymentMode, _ price: String = "0", _ period: SubscriptionPeriod, _ count: Int = 1,
        _ type: StoreOffer.OfferType = .introductory
    ) -> StoreOffer {
        let offers = [PriceTests.reported(price), Decimal(string: price) ?? 0].map {
            StoreOffer(type: type, paymentMode: mode, price: $0, period: period, periodCount: count)
        }
        #expect(offers[0] == offers[1])
        return offers[0]
    }

    /// An offer's sentence in English; where no product is named, of the monthly subscription.
    private func text(
        _ mode: StoreOffer.PaymentMode, _ price: String, _ period: SubscriptionPeriod, _ count: Int = 1,
        _ type: StoreOffer.OfferType = .introductory, of product: StoreProduct? = nil
    ) -> String { Self.offer(mode, price, period, count, type).formatted(for: product ?? monthly, in: english) }

    @Test("Each payment mode has its sentence")
    func modes() {
        #expect(text(.freeTrial, "0", .init(3, .day)) == "3 days free, then $4.99 a month")
        #expect(text(.freeTrial, "0", .init(1, .month), of: yearly) == "1 month free, then $39.99 a year")
        #expect(text(.payAsYouGo, "0.99", .init(1, .month), 3) == "$0.99 a month for 3 months, then $4.99 a month")
        #expect(
            text(.payUpFront, "9.99", .init(1, .year), of: yearly) == "$9.99 for the first year, then $39.99 a year")
        #expect(text(.payUpFront, "9.99", .init(3, .month)) == "$9.99 for the first 3 months, then $4.99 a month")
        #expect(text(.oneTime, "2.99", .init(1, .month)) == "$2.99 instead of $4.99")
        let unknown = StoreOffer.PaymentMode(rawValue: "barter")
        #expect(text(unknown, "2.99", .init(1, .month)) == "$2.99")
    }

    @Test("One period that is paid as it comes is said as one that is paid up front")
    func onePeriod() {
        #expect(text(.payAsYouGo, "0.99", .init(1, .month)) == "$0.99 for the first month, then $4.99 a month")
    }

    @Test(
        "Only the introductory offer speaks of the first period",
        arguments: [StoreOffer.OfferType.promotional, .code, .winBack])
    func others(_ type: StoreOffer.OfferType) {
        #expect(
            text(.payUpFront, "19.99", .init(1, .year), 1, type, of: yearly) == "$19.99 for 1 year, then $39.99 a year")
    }

    @Test("Periods of several units are counted together")
    func longPeriods() {
        #expect(text(.payAsYouGo, "1.99", .init(2, .week), 3) == "$1.99 every 2 weeks for 6 weeks, then $4.99 a month")
        #expect(text(.freeTrial, "0", .init(1, .week), 2).hasPrefix("2 weeks free"))
    }

    @Test("The store's own texts of prices stay as they are, braces too")
    func storeTexts() {
        var offer = Self.offer(.payUpFront, "1", .init(1, .month))
        offer.displayPrice = "{renewal}"
        var product = monthly
        product.displayPrice = "{count}"
        #expect(
            offer.formatted(for: product, in: english) == "{renewal} for the first month, then {count} a month")
    }

    @Test("In Arabic marks keep a price together, which may be written from left to right")
    func isolates() {
        let arabic = StoreTexts(locale: Locale(identifier: "ar_AE"))
        let text = Self.offer(.freeTrial, "0", .init(2, .week)).formatted(for: monthly, in: arabic)
        #expect(text == "مجانًا لمدة أسبوعين، ثم \u{2068}$4.99\u{2069} شهريًا")
    }

    @Test("An app's own texts come first, in any order, with the rules of their language")
    func ownTexts() {
        let polish = StoreTexts(
            locale: Locale(identifier: "pl_PL"),
            entries: [
                "offer.free": "{renewal}, a najpierw {length} gratis", "rate.month.1": "{price} miesięcznie",
                "period.day.one": "{count} dzień", "period.day.few": "{count} dni", "period.day.many": "{count} dni",
                "period.week.one": "{count} tydzień", "period.week.few": "{count} tygodnie",
                "period.week.many": "{count} tygodni",
            ])
        #expect(polish.language == "pl")
        #expect(
            Self.offer(.freeTrial, "0", .init(3, .week)).formatted(for: monthly, in: polish)
                == "$4.99 miesięcznie, a najpierw 3 tygodnie gratis")
        #expect(SubscriptionPeriod(5, .week).formatted(in: polish) == "5 tygodni")
        #expect(SubscriptionPeriod(22, .week).formatted(in: polish) == "22 tygodnie")
        #expect(SubscriptionPeriod(2, .month).formatted(in: polish) == "2 months", "English where a text is missing")
        let own = StoreTexts(locale: Locale(identifier: "de_DE"), entries: ["offer.free": "{length} gratis testen"])
        #expect(own.language == "de")
        #expect(
            Self.offer(.freeTrial, "0", .init(1, .week)).formatted(for: monthly, in: own) == "1 Woche gratis testen")
        let odd = StoreTexts(
            locale: Locale(identifier: "tlh"), entries: ["period.day.two": "two!", "period.day.other": "{count} jaj"]
        ) { $0 == 2 ? .two : .other }
        #expect(SubscriptionPeriod(2, .day).formatted(in: odd) == "two!")
        #expect(SubscriptionPeriod(3, .day).formatted(in: odd) == "3 jaj")
    }
}
