import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("Price texts")
struct PriceTextTests {
    private func text(_ price: String, _ currency: String, _ locale: String) throws -> String {
        PriceText.string(try #require(Decimal(string: price)), currency: currency, locale: locale)
    }

    @Test("Prices of the large storefronts are written as they were once read, in their language and in English")
    func storefronts() throws {
        let lines = storefrontPrices.split(separator: "\n")
        #expect(lines.count == 53)
        for line in lines {
            let columns = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
            try #require(columns.map(\.count) == [3, 1, 1], "\(line)")
            let (country, currency, locale) = (columns[0][0], columns[0][1], columns[0][2])
            #expect(StoreStorefront.appStore(in: country)?.currencyCode == currency, "\(country)")
            #expect(visible(try text("123456.2", currency, "en_US")) == columns[1][0], "\(country) in English")
            #expect(visible(try text("123456.2", currency, locale)) == columns[2][0], "\(country) in \(locale)")
        }
    }

    /// The text with a visible character in place of each that cannot be seen.
    private func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\u{A0}": "_"
                    case "\u{202F}": "~"
                    case "\u{200F}": "<"
                    default: scalar
                    }
                }))
    }

    @Test(
        "Small and odd prices, short and unknown locales are written as well",
        arguments: [
            ("0.99", "USD", "en_US", "$0.99"), ("0.99", "EUR", "de", "0,99\u{A0}€"),
            ("1234", "EUR", "es_ES", "1234,00\u{A0}€"), ("12345", "EUR", "es_ES", "12.345,00\u{A0}€"),
            ("1.5", "KWD", "en_US", "KWD\u{A0}1.500"), ("8", "CNY", "zh-Hans", "¥8.00"),
            ("999.5", "KRW", "ko_KR", "₩1,000"), ("0", "USD", "", "$0.00"), ("-1", "USD", "en_US", "-$1.00"),
            ("0.999", "USD", "en_US", "$1.00"), ("7", "XTS", "xx", "XTS\u{A0}7.00"),
        ])
    func oddities(price: String, currency: String, locale: String, expected: String) throws {
        #expect(try text(price, currency, locale) == expected)
    }

    @Test("A catalogue writes the text of a price that has none, keeps one that is given, and rewrites on a move")
    func lazily() throws {
        var written = StoreProduct.simulated("a", price: 2)
        written.displayPrice = "two dollars"
        var bare = StoreProduct.simulated("b", price: 3)
        bare.displayPrice = ""
        var catalog = SimulatorCatalog(products: [written, bare])
        #expect(catalog.products.map(\.displayPrice) == ["two dollars", "$3.00"])
        #expect(catalog["b"]?.displayPrice == "$3.00")
        #expect(catalog.unpriced("b")?.displayPrice == "")
        catalog.move(to: try #require(StoreStorefront.appStore(in: "SWE")))
        #expect(catalog.products.map(\.displayPrice) == ["SEK\u{A0}2.00", "SEK\u{A0}3.00"])
    }
}
