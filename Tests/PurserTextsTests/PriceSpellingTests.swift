import Foundation
import Purser
import PurserTexts
import Testing

@Suite("Amounts in the spelling of the App Store's text")
struct PriceSpellingTests {
    private func product(_ price: String, _ currency: String?, _ text: String, _ locale: String) -> StoreProduct {
        PriceTests.product(price, .init(1, .year), currency, locale, text)
    }

    private func amount(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

    private func usual(_ amount: Decimal, _ currency: String, _ locale: String) -> String {
        Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale)).format(amount)
    }

    @Test(
        "The price per month is spelled like the price beside it, where Foundation spells it otherwise",
        arguments: [
            ("239.99", "RON", "239,99 lei", "ro_RO", "19,99 lei"), ("39.99", "USD", "39,99 $", "uk_UA", "3,33 $"),
            ("298", "CNY", "¥298.00", "en_US", "¥24.83"), ("298", "CNY", "¥298", "en_US", "¥24.83"),
            ("6000", "JPY", "6 000 円", "ja_JP", "500 円"), ("149.99", "SAR", "١٤٩٫٩٩ ر.س", "ar_SA", "١٢٫٤٩ ر.س"),
            ("3499", "NPR", "रू ३,४९९", "ne_NP", "रू २९१.५८"),
        ])
    func perMonth(_ price: String, _ currency: String, _ text: String, _ locale: String, _ expected: String) throws {
        let product = product(price, currency, text, locale)
        #expect(product.displayPrice(per: .month) == expected)
        #expect(product.displayPrice(per: .year) == text)
        #expect(usual(try amount(price), currency, locale) != text)
    }

    @Test(
        "Separators, groups and digits are those of the text, and where it shows none, those of its locale",
        arguments: [
            ("239.99", "RON", "239,99 lei", "ro_RO", "12345678.9", "12.345.678,90 lei"),
            ("1234.5", "EUR", "EUR 1 234,50", "de_DE", "1234567", "EUR 1 234 567,00"),
            ("3499", "INR", "₹ 3,499", "en_IN", "1234567", "₹ 12,34,567"),
            ("1299", "EUR", "1299,00 €", "es_ES", "1300", "1300,00 €"),
            ("1299", "EUR", "1299,00 €", "es_ES", "12345", "12.345,00 €"),
            ("1299", "EUR", "1.299,00 €", "es_ES", "1300", "1.300,00 €"),
            ("1299", "EUR", "1299,00 €", "de_DE", "12345", "12345,00 €"),
            ("39.99", "USD", "39.99 $", "uk_UA", "1234.5", "1234.50 $"),
            ("149.99", "SAR", "149.99 SAR", "ar_SA", "1234.5", "1234.50 SAR"),
            ("4.9", "USD", "4.9 USD", "en_US", "9.98", "9.98 USD"), ("4.9", "USD", "4.9 USD", "en_US", "5", "5.00 USD"),
            ("5", "USD", "5 USD", "de_DE", "12345", "12.345 USD"), ("5", "USD", "5 USD", "de_DE", "9.98", "9,98 USD"),
            ("20", "CVE", "20$00", "pt_CV", "4.99", "4$99"), ("9.99", "USD", "$10", "en_US", "7.5", "$7.50"),
            ("1.5", "KWD", "1.500 KD", "en_US", "2", "2.000 KD"), ("0", "EUR", "€0,00", "de_DE", "7.5", "€7,50"),
            ("239.99", "RON", "239,99 lei", "ro_RO", "-5", "-5,00 lei"),
            ("239.99", "RON", "239,99 lei", "ro_RO", "-0.001", "0,00 lei"),
        ])
    func parts(
        _ price: String, _ currency: String, _ text: String, _ locale: String, _ other: String, _ expected: String
    ) throws {
        #expect(product(price, currency, text, locale).displayPrice(of: try amount(other)) == expected)
    }

    @Test(
        "What cannot be read is not imitated, and the price stays as it is",
        arguments: [
            "", "Free", "5.–", "5,-", "-5", "$.05", "two for 10", "5 for 1", "5 or ٥", "1 5", "5..00", "50", "4.99",
            "4.40", "1x5",
        ])
    func unreadable(_ text: String) throws {
        let product = product("5", "EUR", text, "de_DE")
        #expect(product.displayPrice(of: try amount("7.5")) == "7,50\u{a0}€")
        #expect(product.displayPrice(of: 5) == (text.isEmpty ? "5,00\u{a0}€" : text))
        #expect(product.displayPrice(of: .nan) == usual(.nan, "EUR", "de_DE"))
    }

    @Test("Offers and sentences spell amounts like the price") func sentences() {
        let offer = OfferTextTests.offer(.payAsYouGo, "19.5", .init(1, .month), 3)
        let monthly = PriceTests.product("39.99", .init(1, .month), "RON", "ro_RO", "39,99 lei", offers: [offer])
        let english = StoreTexts(locale: Locale(identifier: "en_US"))
        #expect(
            offer.formatted(for: monthly, in: english) == "19,50 lei a month for 3 months, then 39,99 lei a month")
        #expect(monthly.displayPricePerPeriod(in: english) == "39,99 lei a month")
    }

    /// Every third locale that Foundation has, each with a currency.
    private static var locales: [(locale: String, currency: String)] {
        let currencies = ["USD", "EUR", "JPY", "KWD", "RON", "INR", "CHF", "SAR", "CLP", "HUF"]
        // Its separator of thousands is a letter, which is not read.
        let all = Locale.availableIdentifiers.filter { !$0.hasPrefix("gez") }.sorted()
        return stride(from: 0, to: all.count, by: 3).map { (all[$0], currencies[$0 % currencies.count]) }
    }

    @Test("From the text of one amount Foundation's texts of all others follow, in its locales and currencies")
    func sameAsFoundation() throws {
        #expect(Self.locales.count > 200)
        let amounts = try ["0", "0.5", "19.99", "1000", "54321.5", "12345678.25"].map(amount)
        for (locale, currency) in Self.locales {
            for price in try ["0.99", "239.99", "1234.5", "1234567"].map(amount) {
                let text = usual(price, currency, locale)
                let product = PriceTests.product("\(price)", nil, currency, locale, text)
                for amount in amounts {
                    let expected = usual(amount, currency, locale)
                    #expect(product.displayPrice(of: amount) == expected, "\(amount) beside \(text) in \(locale)")
                }
            }
        }
    }

    @Test("In the locale of another language the spelling stays: the text of one amount gives that of the price back")
    func thereAndBack() throws {
        let all = Self.locales
        for (number, (locale, currency)) in all.enumerated() {
            let device = all[(number * 7 + 3) % all.count].locale
            for (price, other) in [("239.99", "123.45"), ("1234567.89", "7654321.98")] {
                let text = usual(try amount(price), currency, locale)
                let amountText = product(price, currency, text, device).displayPrice(of: try amount(other))
                let back = product(other, currency, amountText, device).displayPrice(of: try amount(price))
                #expect(back == text, "\(amountText) beside it in \(device)")
            }
        }
    }
}
