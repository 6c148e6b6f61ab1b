import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many periods of one length are charged in the time of another, as a fraction that is never too high.
///
/// Months and years convert exactly, and so do days and weeks. Between the two a year counts 366 days when a price of
/// months or years is divided into days, and 365 when prices of days are added up: the result is never more than the
/// price of any year.
struct PeriodRatio: Sendable, Hashable {
    let numerator: Decimal
    let denominator: Decimal

    /// How many of `charged` there are in `shown`.
    init(of charged: SubscriptionPeriod, in shown: SubscriptionPeriod) {
        let (charged, shown) = (Length(charged), Length(shown))
        switch (charged.isCalendar, shown.isCalendar) {
        case (true, true), (false, false): (numerator, denominator) = (shown.count, charged.count)
        case (true, false): (numerator, denominator) = (12 * shown.count, 366 * charged.count)
        case (false, true): (numerator, denominator) = (365 * shown.count, 12 * charged.count)
        }
    }

    /// A length in months, or in days.
    private struct Length {
        var isCalendar: Bool
        var count: Decimal

        init(_ period: SubscriptionPeriod) {
            let value = Decimal(period.value)
            switch period.unit {
            case .day: (isCalendar, count) = (false, value)
            case .week: (isCalendar, count) = (false, value * 7)
            case .month: (isCalendar, count) = (true, value)
            case .year: (isCalendar, count) = (true, value * 12)
            }
        }
    }
}
