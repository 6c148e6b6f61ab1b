import Purser

/// Calendar arithmetic in UTC on whole days, so that the account needs no calendar of the system.
///
/// The conversions are the usual ones of the proleptic Gregorian calendar, with years that begin in March.
struct CivilDate: Hashable {
    var year: Int64
    var month: Int64
    var day: Int64

    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The moment that lies one `period` after `start`; a day that the month lacks becomes its last one.
    static func adding(_ period: SubscriptionPeriod, to start: Timestamp) -> Timestamp {
        let (days, timeOfDay) = floorDivide(start.milliseconds, millisecondsPerDay)
        // Ten thousand years are beyond every subscription, and keep the sums far from overflow.
        let value = Int64(min(period.value, 10_000))
        let end: Int64
        switch period.unit {
        case .day: end = days + value
        case .week: end = days + 7 * value
        case .month: end = CivilDate(daysSince1970: days).adding(months: value).daysSince1970
        case .year: end = CivilDate(daysSince1970: days).adding(months: 12 * value).daysSince1970
        }
        let (milliseconds, overflow) = end.multipliedReportingOverflow(by: millisecondsPerDay)
        guard !overflow else { return Timestamp(milliseconds: .max) }
        let (sum, carry) = milliseconds.addingReportingOverflow(timeOfDay)
        return Timestamp(milliseconds: carry ? .max : sum)
    }

    private func adding(months: Int64) -> CivilDate {
        let (years, month) = Self.floorDivide(self.month - 1 + months, 12)
        var result = CivilDate(year: year + years, month: month + 1, day: 1)
        let next =
            month == 11
            ? CivilDate(year: result.year + 1, month: 1, day: 1)
            : CivilDate(year: result.year, month: month + 2, day: 1)
        result.day = min(day, next.daysSince1970 - result.daysSince1970)
        return result
    }

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970: Int64) {
        let (era, dayOfEra) = Self.floorDivide(daysSince1970 + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = Self.floorDivide(shiftedYear, 400)
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
