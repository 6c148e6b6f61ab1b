import Purser

/// The start and end times of a subscription's periods: multiples of the period from one moment, the anchor.
///
/// Each boundary is computed from the anchor, not from the previous one: a period from 31 January ends on 28 February,
/// and the following one on 31 March.
struct PeriodSchedule: Sendable, Hashable, Codable {
    /// The time of boundary 0.
    var anchor: Timestamp
    /// The length of each period.
    var period: SubscriptionPeriod
    /// The time rate, as in a `.storekit` file.
    var rate: Int

    /// The start of the period with this number, and the end of the previous one; negative numbers are before the
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
    /// The end of a period that begins at `start`, at this rate; real months and years follow the calendar in UTC.
    func end(of period: SubscriptionPeriod, from start: Timestamp) -> Timestamp {
        PeriodSchedule(anchor: start, period: period, rate: rawValue).boundary(1)
    }
}
