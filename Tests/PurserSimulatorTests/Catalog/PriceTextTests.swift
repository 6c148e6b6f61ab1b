import Testing

@testable import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Price texts")
struct PriceTextTests {
    @Test(
        "Prices read as customers of the place write them",
        arguments: [
            ("0.99", "USD", "en_US", "$0.99"), ("1234.5", "USD", "en_US", "$1,234.50"),
            ("0.99", "EUR", "de_DE", "0,99\u{A0}€"), ("1234.5", "EUR", "de_AT", "€\u{A0}1\u{A0}234,50"),
            ("12", "CHF", "de_CH", "CHF\u{A0}12.00"), ("9.99", "EUR", "fr_FR", "9,99\u{A0}€"),
            ("1234567.89", "EUR", "fr", "1\u{202F}234\u{202F}567,89\u{A0}€"),
            ("120", "JPY", "ja_JP", "¥120"), ("120.5", "JPY", "en_US", "¥121"), ("999.5", "KRW", "ko_KR", "₩1,000"),
            ("1.5", "KWD", "en_US", "KWD\u{A0}1.500"), ("8", "CNY", "zh_Hans", "¥8.00"),
            ("8", "CNY", "zh-Hans-CN", "¥8.00"), ("8", "CNY", "en_US", "CN¥8.00"),
            ("4.9", "BRL", "pt_BR", "R$\u{A0}4,90"), ("4.9", "EUR", "pt_PT", "4,90\u{A0}€"),
            ("1234", "EUR", "es_ES", "1234,00\u{A0}€"), ("12345", "EUR", "es_ES", "12.345,00\u{A0}€"),
            ("19", "MXN", "es_MX", "$19.00"), ("4.99", "EUR", "nl_NL", "€\u{A0}4,99"),
            ("10", "SEK", "sv_SE", "10,00\u{A0}kr"), ("1", "CAD", "en_CA", "$1.00"), ("1", "CAD", "en_US", "CA$1.00"),
            ("7", "XTS", "en_US", "XTS\u{A0}7.00"), ("7", "XTS", "xx", "XTS\u{A0}7.00"), ("0", "USD", "", "$0.00"),
            ("-1", "USD", "en_US", "-$1.00"), ("0.999", "USD", "en_US", "$1.00"), ("9.995", "USD", "en", "$10.00"),
        ])
    func texts(price: String, currency: String, locale: String, expected: String) throws {
        let price = try #require(Decimal(string: price))
        #expect(PriceText.string(price, currency: currency, locale: locale) == expected)
    }
}
