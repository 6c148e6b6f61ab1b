import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreKitConfiguration.TimeRate {
    /// When a period that begins at `start` ends at this rate; real months and years follow the calendar in UTC.
    func end(of period: SubscriptionPeriod, from start: Timestamp) -> Timestamp {
        duration(of: period).map { start.advanced(by: $0) } ?? period.end(from: start)
    }
}

extension SubscriptionPeriod {
    /// The moment that lies one period after `start` in UTC; a day that the month lacks becomes its last one.
    fileprivate func end(from start: Timestamp) -> Timestamp {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let component: Calendar.Component =
            switch unit {
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        // Ten thousand units are beyond every subscription; the calendar ends before the numbers do.
        let end = calendar.date(byAdding: component, value: max(1, min(value, 10_000)), to: start.date) ?? start.date
        return max(start, Timestamp(end))
    }
}
