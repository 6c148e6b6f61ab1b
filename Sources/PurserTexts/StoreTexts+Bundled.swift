#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

extension StoreTexts {
    /// Purser's own texts in one language.
    ///
    /// They are values instead of resources: a package's resources would need a bundle beside the program, on Linux
    /// too.
    struct Bundled: Sendable {
        let language: String
        let entries: [String: String]

        func pluralCategory(_ number: Int) -> PluralCategory {
            PluralCategory(number, language: String(language.prefix { $0 != "-" }))
        }

        static let all = [
            EnglishTexts.bundled, GermanTexts.bundled, FrenchTexts.bundled, SpanishTexts.bundled,
            JapaneseTexts.bundled, SimplifiedChineseTexts.bundled, ArabicTexts.bundled,
        ]

        /// The texts in a locale's language.
        ///
        /// Traditional Chinese is another language than Simplified Chinese.
        static func best(for locale: Locale) -> Bundled? {
            guard let code = locale.language.languageCode?.identifier else { return nil }
            if code == "zh" { return isTraditional(locale) ? nil : SimplifiedChineseTexts.bundled }
            return all.first { $0.language == code }
        }

        static func isTraditional(_ locale: Locale) -> Bool {
            locale.language.languageCode?.identifier == "zh" && locale.language.script?.identifier == "Hant"
        }
    }
}
