import Foundation
import Purser
import PurserTexts
import Testing

@Suite("Plural categories")
struct PluralCategoryTests {
    @Test(
        "Each language has the categories that CLDR gives it",
        arguments: [
            ("ar", "zotffffffffmm", 0), ("ar", "mmmmmrrrfffff", 95), ("en", "rorrrr", 0), ("de", "rorrrr", 0),
            ("fr", "oorrrr", 0),
            ("es", "rorrrr", 0), ("ja", "rrrrrr", 0), ("zh", "rrrrrr", 0), ("ru", "mofffmm", 0),
            ("ru", "mmmmmmofff", 15),
            ("pl", "mofffmm", 0), ("pl", "mmmmmmmfff", 15), ("cs", "rofffr", 0), ("he", "rotrrr", 0),
            ("ro", "foffff", 0), ("ro", "ffffr", 116),
            ("sl", "rotffr", 0), ("sl", "rotffr", 100), ("lt", "roffff", 0), ("lt", "ffrrr", 8), ("lv", "zorrrr", 0),
            ("lv", "rrzzzz", 8),
        ])
    func categories(_ language: String, _ expected: String, _ first: Int) {
        let letters: [PluralCategory: String] = [
            .zero: "z", .one: "o", .two: "t", .few: "f", .many: "m", .other: "r",
        ]
        let found = (first..<first + expected.count).map { letters[PluralCategory($0, language: language)] ?? "" }
        #expect(found.joined() == expected)
    }

    /// Foundation writes days in every language by ICU's own plural rules: two numbers of one category must have the same word there.
    @Test(
        "Numbers of one category have one form in ICU",
        arguments: [
            "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hr", "hu", "id", "is", "it",
            "ja", "ko", "lt",
            "lv", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
        ])
    func sameAsICU(_ language: String) {
        let style = Duration.UnitsFormatStyle(allowedUnits: [.days], width: .wide).locale(Locale(identifier: language))
        var forms: [PluralCategory: Set<String>] = [:]
        for number in 0...250 {
            let text = Duration.seconds(number * 86_400).formatted(style)
            // Dual and singular may do without their number.
            forms[PluralCategory(number, language: language), default: []].insert(text.filter { !$0.isNumber })
        }
        for (category, forms) in forms { #expect(forms.count == 1, "\(category): \(forms.sorted())") }
    }
}
