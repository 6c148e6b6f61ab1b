/// The plural categories of Unicode's CLDR: the form that a language uses for a number of things.
///
/// English has `one` and `other`, Japanese only `other`, Arabic all six.
public enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    /// The form for nothing, as in Arabic.
    case zero
    /// The form for one thing; in Russian also for 21.
    case one
    /// The form for two, as in Arabic and Hebrew.
    case two
    /// The form for few things, such as 3 to 10 in Arabic.
    case few
    /// The form for many things, such as 11 to 99 in Arabic.
    case many
    /// The form for every other number.
    case other
}

extension PluralCategory {
    /// The category of a whole number below a million in a language, by its ISO 639 code.
    ///
    /// A language without a rule here is treated like English.
    package init(_ number: Int, language: String) {
        let (tens, hundreds) = (number % 10, number % 100)
        switch language {
        case "id", "ja", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh": self = .other
        case "am", "bn", "fa", "fr", "gu", "hi", "hy", "kn", "pa", "pt", "zu": self = number <= 1 ? .one : .other
        case "ar": self = Self.arabic(number, hundreds)
        case "he", "iw": self = number == 1 ? .one : number == 2 ? .two : .other
        case "be", "ru", "uk": self = Self.slavic(tens, hundreds, rest: .many)
        case "bs", "hr", "sr": self = Self.slavic(tens, hundreds, rest: .other)
        case "pl": self = number == 1 ? .one : tens == 1 ? .many : Self.slavic(tens, hundreds, rest: .many)
        case "cs", "sk": self = number == 1 ? .one : 2...4 ~= number ? .few : .other
        case "mo", "ro": self = number == 1 ? .one : number == 0 || 1...19 ~= hundreds ? .few : .other
        case "sl": self = hundreds == 1 ? .one : hundreds == 2 ? .two : 3...4 ~= hundreds ? .few : .other
        case "lt": self = 11...19 ~= hundreds || tens == 0 ? .other : tens == 1 ? .one : .few
        case "lv": self = tens == 0 || 11...19 ~= hundreds ? .zero : tens == 1 ? .one : .other
        case "is", "mk": self = tens == 1 && hundreds != 11 ? .one : .other
        default: self = number == 1 ? .one : .other
        }
    }

    private static func arabic(_ number: Int, _ hundreds: Int) -> PluralCategory {
        switch number {
        case 0: .zero
        case 1: .one
        case 2: .two
        default: 3...10 ~= hundreds ? .few : hundreds >= 11 ? .many : .other
        }
    }

    private static func slavic(_ tens: Int, _ hundreds: Int, rest: PluralCategory) -> PluralCategory {
        if tens == 1, hundreds != 11 { return .one }
        return 2...4 ~= tens && !(12...14 ~= hundreds) ? .few : rest
    }
}
