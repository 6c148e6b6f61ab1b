import Foundation

/// A date in a header field, in any of the three forms that a recipient must read (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// The date; `nil` when the text is none.
    ///
    /// - Parameters:
    ///   - text: such as `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///     `Sun Nov  6 08:49:37 1994`.
    ///   - now: the current date: a year of two digits is never more than 50 years later.
    static func parse(_ text: String, now: Date) -> Date? {
        let words = text.split(separator: " ")
        switch (words.count, words.last) {
        case (6, "GMT"):
            guard words[0].hasSuffix(","), words[3].count == 4 else { return nil }
            return date(words[1], words[2], number(words[3]), words[4])
        case (4, "GMT"):
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[0].hasSuffix(","), parts.count == 3, parts[2].count == 2 else { return nil }
            return date(parts[0], parts[1], number(parts[2]).map { year($0, now: now) }, words[2])
        case (5, let year?): return year.count == 4 ? date(words[2], words[1], number(year), words[3]) : nil
        default: return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    private static func year(_ lastDigits: Int, now: Date) -> Int {
        let present = calendar.component(.year, from: now)
        let year = present / 100 * 100 + lastDigits
        return year > present + 50 ? year - 100 : year
    }

    private static func date(_ day: Substring, _ month: Substring, _ year: Int?, _ time: Substring) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, clock.allSatisfy({ $0.count == 2 }), let hour = number(clock[0]),
            let minute = number(clock[1]), let second = number(clock[2]), let year, let day = number(day),
            let month = months.firstIndex(of: String(month))
        else { return nil }
        // A leap second counts as the one before it.
        let parts = DateComponents(
            calendar: calendar, year: year, month: month + 1, day: day, hour: hour, minute: minute,
            second: min(second, 59))
        return second <= 60 && parts.isValidDate ? parts.date : nil
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}
