import Foundation
import Purser
import PurserTexts
import Testing

@Suite("Prices and offers of twenty storefronts")
struct StorefrontTextTests {
    /// Country, currency, locale, price of a year, of a month, of an offer's period.
    static let storefronts = """
        USA USD en_US 39.99 4.99 0.99
        GBR GBP en_GB 39.99 4.99 0.99
        CAN CAD fr_CA 49.99 6.99 1.99
        AUS AUD en_AU 59.99 7.99 1.99
        DEU EUR de_DE 39.99 4.99 0.99
        CHE CHF de_CH 40 5 1
        AUT EUR de_AT 39.99 4.99 0.99
        FRA EUR fr_FR 39.99 4.99 0.99
        ESP EUR es_ES 39.99 4.99 0.99
        MEX MXN es_MX 799 99 19
        CHL CLP es_CL 39900 4990 990
        COL COP es_CO 159900 19900 3900
        JPN JPY ja_JP 6000 800 160
        CHN CNY zh_CN 298 38 6
        SGP SGD zh_SG 54.98 6.98 1.48
        SAU SAR ar_SA 149.99 19.99 3.99
        ARE AED ar_AE 149.99 19.99 3.99
        EGY EGP ar_EG 999.99 149.99 29.99
        SWE SEK sv_SE 449 59 12
        KOR KRW ko_KR 55000 6600 1100
        BRA BRL pt_BR 199.9 24.9 4.9
        IND INR en_IN 3499 449 89
        TWN TWD zh_TW 1290 170 30
        """

    @Test(
        "What a customer reads there is what is written down",
        arguments: storefronts.split(separator: "\n").map(String.init))
    func read(_ storefront: String) {
        let words = storefront.split(separator: " ").map(String.init)
        let (currency, locale) = (words[1], words[2])
        let texts = StoreTexts(locale: Locale(identifier: locale))
        let yearly = PriceTests.product(words[3], .init(1, .year), currency, locale)
        let monthly = PriceTests.product(words[4], .init(1, .month), currency, locale)
        let free = OfferTextTests.offer(.freeTrial, "0", .init(3, .day))
        let rate = OfferTextTests.offer(.payAsYouGo, words[5], .init(1, .month), 3)
        let first = OfferTextTests.offer(.payUpFront, words[5], .init(2, .month))
        let back = OfferTextTests.offer(.payUpFront, words[4], .init(1, .year), 1, .winBack)
        let found = [
            "\(yearly.displayPrice(per: .month) ?? "") · \(yearly.displayPrice(per: .week) ?? "")"
                + " · \(yearly.savings(comparedTo: monthly) ?? 0)",
            free.formatted(for: yearly, in: texts), rate.formatted(for: monthly, in: texts),
            first.formatted(for: monthly, in: texts), back.formatted(for: yearly, in: texts),
        ]
        let plain = found.map { text in
            // Spaces that do not break and marks of direction are hard to see here; OfferTextTests has some.
            text.replacing(#/[\u{a0}\u{202f}]/#, with: " ").replacing(#/[\u{200f}\u{2068}\u{2069}]/#, with: "")
        }
        #expect(plain == StorefrontTexts.expected[words[0]])
    }
}
