import Purser

/// When the periods of a subscription begin and end: so many periods from one moment, the anchor.
///
/// Each boundary is counted from the anchor and not from the one before: what began on 31 January ends on 28 February,
/// and the period after that on 31 March.
struct PeriodSchedule: Sendable, Hashable, Codable {
    /// Where boundary 0 lies.
    var anchor: Timestamp
    /// How long each period lasts.
    var period: SubscriptionPeriod
    /// How fast time passes, by the number in a `.storekit` file.
    var rate: Int

    /// The moment at which the period of this number begins, and the one before it ends; negative ones lie before the
    /// anchor.
    func boundary(_ number: Int) -> Timestamp {
        guard number != 0 else { return anchor }
        let rate = SubscriptionTimeRate(rawValue: rate)
        if let duration = rate.duration(of: period) { return anchor.advanced(by: duration * number) }
        let months = Int64(max(1, min(period.value, 10_000))) * (period.unit == .year ? 12 : 1)
        return anchor.advanced(byMonths: Int64(number) * months)
    }
}

extension SubscriptionTimeRate {
    /// When a period that begins at `start` ends at this rate; real months and years follow the calendar in UTC.
    func end(of period: SubscriptionPeriod, from start: Timestamp) -> Timestamp {
        PeriodSchedule(anchor: start, period: period, rate: rawValue).boundary(1)
    }
}
