package import Purser

extension Timestamp {
    /// Returns the same time of day a number of months later, in UTC; a day that the month lacks becomes its last one.
    ///
    /// It is computed with whole numbers, because Foundation's calendar takes a thousand times as long. A result out of
    /// range becomes the last or the first moment.
    package func advanced(byMonths months: Int64) -> Timestamp {
        let day = milliseconds.floored(by: Self.dayLength)
        let civil = CivilDay(number: day.quotient)
        let (month, isOverflowing) = (civil.year * 12 + civil.month - 1).addingReportingOverflow(months)
        guard !isOverflowing else { return Timestamp(milliseconds: months < 0 ? .min : .max) }
        let (year, index) = month.floored(by: 12)
        let length = CivilDay.length(ofMonth: index + 1, year: year)
        let (noon, isTooFar) = CivilDay.number(year: year, month: index + 1, day: min(civil.day, length))
            .multipliedReportingOverflow(by: Self.dayLength)
        let (moment, isBeyond) = noon.addingReportingOverflow(day.remainder)
        guard !isTooFar, !isBeyond else { return Timestamp(milliseconds: months < 0 ? .min : .max) }
        return Timestamp(milliseconds: moment)
    }

    private static let dayLength: Int64 = 86_400_000
}

/// A day of the Gregorian calendar, by its number since 1970-01-01.
///
/// The arithmetic counts years from March, so that the leap day is the last day of a year. It follows Howard Hinnant's
/// "chrono-compatible low-level date algorithms", which are in the public domain.
private struct CivilDay {
    let year: Int64
    /// The month, from 1.
    let month: Int64
    let day: Int64

    init(number: Int64) {
        let (era, dayOfEra) = (number + 719_468).floored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of a day; years out of range saturate.
    static func number(year: Int64, month: Int64, day: Int64) -> Int64 {
        let limit: Int64 = 1_000_000_000_000
        let shifted = min(max(year, -limit), limit) - (month <= 2 ? 1 : 0)
        let (era, yearOfEra) = shifted.floored(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension Int64 {
    /// The quotient, rounded down, and the remainder, which is never negative.
    fileprivate func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
