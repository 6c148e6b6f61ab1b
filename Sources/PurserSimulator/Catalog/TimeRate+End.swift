import Purser

extension StoreKitConfiguration.TimeRate {
    /// When a period that begins at `start` ends at this rate; real months and years follow the calendar in UTC.
    func end(of period: SubscriptionPeriod, from start: Timestamp) -> Timestamp {
        guard let duration = duration(of: period) else { return CivilDate.adding(period, to: start) }
        return start.advanced(by: duration)
    }
}
