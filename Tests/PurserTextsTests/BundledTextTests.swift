import Foundation
import Purser
import PurserTexts
import Testing

@Suite("The texts that Purser brings along")
struct BundledTextTests {
    static let locales = ["en", "de", "fr", "es", "ja", "zh-Hans", "ar"]

    @Test("There are seven languages, and each has every stem of the English texts", arguments: locales)
    func complete(_ language: String) {
        #expect(Set(StoreTexts.languages) == Set(Self.locales))
        let texts = StoreTexts(locale: Locale(identifier: language))
        #expect(texts.language == language)
        let english = StoreTexts(locale: Locale(identifier: "en"))
        #expect(stems(texts) == stems(english))
        #expect(stems(english).count == 6 * 4 + 5)
        for (key, text) in texts.entries {
            let isOffer = key.hasPrefix("offer.")
            let named = Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
            let known: Set =
                isOffer ? ["price", "usual", "length", "span", "first", "rate", "renewal"] : ["price", "count"]
            #expect(named.isSubset(of: known), "\(key): \(text)")
            if key.hasPrefix("rate.") { #expect(named.contains("price"), "\(key): \(text)") }
            if isOffer, key != "offer.oneTime" { #expect(named.contains("renewal"), "\(key): \(text)") }
        }
    }

    @Test("Each language has a text for every number that it says differently", arguments: locales)
    func everyNumber(_ language: String) {
        let texts = StoreTexts(locale: Locale(identifier: language))
        for stem in stems(texts) where !stem.hasPrefix("offer.") {
            for number in 1...120 {
                let category = PluralCategory(number, language: String(language.prefix(2))).rawValue
                let text = texts.entries["\(stem).\(number)"] ?? texts.entries["\(stem).\(category)"]
                // French and Spanish have words of their own for one, and `other` for all others.
                #expect(text != nil || texts.entries["\(stem).other"] != nil, "\(stem) \(number)")
                if language == "ar" { #expect(text != nil, "\(stem) \(number)") }
            }
        }
    }

    @Test("German days, weeks, months and years are those of ICU", arguments: ["en", "de", "fr", "es"])
    func sameAsICU(_ language: String) {
        let locale = Locale(identifier: language)
        let texts = StoreTexts(locale: locale)
        for (unit, length, known) in [
            (Duration.UnitsFormatStyle.Unit.days, 86_400, SubscriptionPeriod.Unit.day), (.weeks, 604_800, .week),
        ] {
            let style = Duration.UnitsFormatStyle(allowedUnits: [unit], width: .wide).locale(locale)
            for number in 1...120 {
                let text = Duration.seconds(number * length).formatted(style)
                let own = SubscriptionPeriod(number, known).formatted(in: texts)
                #expect(own == text.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " "))
            }
        }
    }

    @Test("A period in its three styles")
    func periods() {
        let expected: [(String, SubscriptionPeriod, [String])] = [
            ("en", .init(1, .month), ["1 month", "monthly", "1-month"]),
            ("en", .init(3, .month), ["3 months", "every 3 months", "3-month"]),
            ("en", .init(7, .day), ["7 days", "weekly", "7-day"]),
            ("en", .init(14, .day), ["14 days", "every 2 weeks", "14-day"]),
            ("en", .init(1, .year), ["1 year", "yearly", "1-year"]),
            ("de", .init(1, .year), ["1 Jahr", "jährlich", "1-Jahres-"]),
            ("de", .init(7, .day), ["7 Tage", "wöchentlich", "7-Tage-"]),
            ("fr", .init(6, .month), ["6 mois", "tous les 6 mois", "de 6 mois"]),
            ("fr", .init(2, .week), ["2 semaines", "toutes les 2 semaines", "de 2 semaines"]),
            ("es", .init(1, .month), ["1 mes", "cada mes", "de 1 mes"]),
            ("ja", .init(3, .day), ["3日", "3日ごと", "3日間"]),
            ("ja", .init(1, .month), ["1か月", "毎月", "1か月"]),
            ("zh_CN", .init(2, .month), ["2个月", "每2个月", "2个月"]),
            ("ar", .init(1, .month), ["شهر واحد", "شهريًا", "لمدة شهر واحد"]),
            ("ar", .init(2, .month), ["شهران", "كل شهرين", "لمدة شهرين"]),
            ("ar", .init(3, .month), ["3 أشهر", "كل 3 أشهر", "لمدة 3 أشهر"]),
            ("ar", .init(11, .month), ["11 شهرًا", "كل 11 شهرًا", "لمدة 11 شهرًا"]),
            ("ar_EG", .init(100, .day), ["١٠٠ يوم", "كل ١٠٠ يوم", "لمدة ١٠٠ يوم"]),
        ]
        for (locale, period, words) in expected {
            let texts = StoreTexts(locale: Locale(identifier: locale))
            #expect(SubscriptionPeriod.TextStyle.allCases.map { period.formatted($0, in: texts) } == words)
        }
    }

    @Test("A language without texts gets the English ones, and Traditional Chinese is no Simplified Chinese")
    func fallback() {
        for locale in ["sv_SE", "zh_TW", "zh_HK", "zh-Hant"] {
            let texts = StoreTexts(locale: Locale(identifier: locale))
            #expect(texts.language == "en")
            #expect(SubscriptionPeriod(3, .month).formatted(in: texts) == "3 months")
        }
        for locale in ["zh", "zh_CN", "zh_SG", "zh-Hans_HK"] {
            #expect(StoreTexts(locale: Locale(identifier: locale)).language == "zh-Hans")
        }
    }

    private func stems(_ texts: StoreTexts) -> Set<String> {
        Set(
            texts.entries.keys.map {
                $0.hasPrefix("offer.") ? $0 : $0.split(separator: ".").prefix(2).joined(separator: ".")
            })
    }
}
