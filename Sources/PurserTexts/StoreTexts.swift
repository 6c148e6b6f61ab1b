#if canImport(FoundationInternationalization)
    public import FoundationEssentials
    import FoundationInternationalization
#else
    public import Foundation
#endif

/// The texts of periods and offers in one language, and the locale of their numbers.
///
/// Purser has them in English, German, French, Spanish, Japanese, Simplified Chinese and Arabic. An app adds other
/// languages or texts as ``entries``.
public struct StoreTexts: Sendable {
    /// The language of the texts, such as `de`: the locale's own, or `en` when neither Purser nor the app has texts in
    /// it.
    public let language: String
    /// The locale of the numbers.
    ///
    /// Prices use the product's locale, if it is known.
    public let locale: Locale
    /// The texts by their keys.
    ///
    /// A key is a stem, such as `period.month` or `offer.free`. Stems of periods are followed by a number
    /// (`rate.month.1`) or by a plural category (`period.month.other`). The number is looked up first, then its
    /// category, then `other`. Texts have placeholders in braces, in any order; the page “Prices and offers as text”
    /// lists stems and placeholders.
    public let entries: [String: String]
    private let pluralCategory: @Sendable (Int) -> PluralCategory
    /// The texts for keys that ``entries`` lack: Purser's own in that language, or English.
    private let fallback: Bundled?

    /// The languages of Purser's own texts.
    public static var languages: [String] { Bundled.all.map(\.language) }

    /// Makes Purser's own texts in the language of a locale, or in English when Purser has none in that language.
    public init(locale: Locale = .current) {
        let own = Bundled.best(for: locale) ?? EnglishTexts.bundled
        self.locale = locale
        language = own.language
        entries = own.entries
        pluralCategory = own.pluralCategory
        fallback = nil
    }

    /// Makes an app's own texts in the language of a locale.
    ///
    /// - Parameters:
    ///   - locale: the language of the texts, and the format of numbers.
    ///   - entries: the texts by their keys; Purser's own replace missing ones, in English when Purser has none in
    ///     that language.
    ///   - pluralCategory: the category of a number; by default by the rules of the App Store's languages.
    public init(
        locale: Locale, entries: [String: String], pluralCategory: (@Sendable (Int) -> PluralCategory)? = nil
    ) {
        let code = locale.language.languageCode?.identifier ?? "en"
        let own = Bundled.best(for: locale)
        self.locale = locale
        language = own?.language ?? (Bundled.isTraditional(locale) ? "zh-Hant" : code)
        self.entries = entries
        self.pluralCategory = pluralCategory ?? { PluralCategory($0, language: code) }
        fallback = own ?? EnglishTexts.bundled
    }

    /// The text of a stem that does not depend on a number.
    func text(_ stem: String) -> String {
        entries[stem] ?? fallback?.entries[stem] ?? ""
    }

    /// The text of a stem for a number of units, with the number in it.
    func text(_ stem: String, _ count: Int) -> String {
        let text =
            Self.find(stem, count, pluralCategory(count), entries)
            ?? fallback.flatMap { Self.find(stem, count, $0.pluralCategory(count), $0.entries) } ?? ""
        return Self.filled(
            text, ["count": Decimal(count).formatted(Decimal.FormatStyle(locale: locale).grouping(.never))])
    }

    private static func find(_ stem: String, _ count: Int, _ category: PluralCategory, _ entries: [String: String])
        -> String?
    {
        entries["\(stem).\(count)"] ?? entries["\(stem).\(category.rawValue)"] ?? entries["\(stem).other"]
    }

    /// A text with its placeholders replaced; replacements are not searched for placeholders, and unknown ones stay.
    static func filled(_ text: String, _ values: [String: String]) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            result += values[name] ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// A price within a sentence: in a text that is read from right to left, control characters keep its characters
    /// together.
    func isolated(_ price: String) -> String {
        ["ar", "fa", "he", "iw", "ur"].contains(language) ? "\u{2068}\(price)\u{2069}" : price
    }
}
