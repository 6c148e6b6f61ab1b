extension SubscriptionPeriod {
    /// The length in days without a calendar: a month counts 30, a year 365; for comparing, not for dates.
    public var approximateDays: Int {
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
