package import Purser

extension SubscriptionTimeRate {
    /// The effect of a rate on time, in seconds.
    private enum Effect {
        case calendar
        case day(Int)
        case weekAndMonth(Int, Int)
        case anyPeriod(Int)
    }

    private var effect: Effect? {
        switch rawValue {
        case 0: .calendar
        case 1: .day(3_600)
        case 2: .day(1_800)
        case 3: .day(300)
        case 4: .day(60)
        case 5: .day(30)
        case 6: .day(1)
        case 10: .weekAndMonth(900, 3_600)
        case 11: .weekAndMonth(600, 1_800)
        case 12: .weekAndMonth(300, 900)
        case 13: .weekAndMonth(180, 300)
        case 15: .weekAndMonth(10, 30)
        case 1_000: .anyPeriod(900)
        case 1_001: .anyPeriod(300)
        case 1_002: .anyPeriod(60)
        case 1_003: .anyPeriod(30)
        case 1_004: .anyPeriod(10)
        case 1_005: .anyPeriod(2)
        default: nil
        }
    }

    /// Whether the rate is one of Xcode's; an unknown rate is real time.
    package var isKnown: Bool { effect != nil }

    /// The length of a period of a subscription or an offer; `nil` if it depends on the calendar.
    ///
    /// It does for months and years in real time. A rate per day counts 30 days for a month and 365 for a year.
    package func duration(of period: SubscriptionPeriod) -> Duration? {
        let count = max(1, min(period.value, 10_000))  // A longer one is a slip, and must not overflow.
        switch (effect ?? .calendar, period.unit) {
        case (.calendar, .day): return .seconds(count * 86_400)
        case (.calendar, .week): return .seconds(count * 7 * 86_400)
        case (.calendar, _): return nil
        case (.day(let day), _): return .seconds(SubscriptionPeriod(count, period.unit).approximateDays * day)
        case (.weekAndMonth(let week, _), .day): return .milliseconds(max(1, count * week * 1_000 / 7))
        case (.weekAndMonth(let week, _), .week): return .seconds(count * week)
        case (.weekAndMonth(_, let month), .month): return .seconds(count * month)
        case (.weekAndMonth(_, let month), .year): return .seconds(count * 12 * month)
        case (.anyPeriod(let seconds), _): return .seconds(seconds)
        }
    }

    /// The length of the billing grace period for a subscription with this period.
    ///
    /// In real time, 6 days for a weekly subscription and 16 for others; accelerated, 6/7 of a week or half a month.
    package func gracePeriod(for period: SubscriptionPeriod) -> Duration {
        let isWeekly = period.approximateDays <= 7
        switch effect ?? .calendar {
        case .calendar: return .seconds((isWeekly ? 6 : 16) * 86_400)
        case .day(let day): return .seconds((isWeekly ? 6 : 16) * day)
        case .weekAndMonth(let week, let month): return .seconds(isWeekly ? (week * 6 + 3) / 7 : month / 2)
        case .anyPeriod(let seconds): return .seconds(seconds)
        }
    }

    /// The length of the billing retry after a failed renewal: 60 days in real time, two accelerated months otherwise.
    package var billingRetryPeriod: Duration {
        switch effect ?? .calendar {
        case .calendar: .seconds(60 * 86_400)
        case .day(let day): .seconds(60 * day)
        case .weekAndMonth(_, let month): .seconds(2 * month)
        case .anyPeriod(let seconds): .seconds(2 * seconds)
        }
    }
}

extension SubscriptionPeriod {
    /// The length in days without a calendar: a month counts 30, a year 365; for comparing, not for dates.
    package var approximateDays: Int {
        let days =
            switch unit {
            case .day: 1
            case .week: 7
            case .month: 30
            case .year: 365
            }
        let (product, overflow) = value.multipliedReportingOverflow(by: days)
        return overflow ? .max : product
    }
}
