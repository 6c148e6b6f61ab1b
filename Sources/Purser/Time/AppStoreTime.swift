/// The App Store's time, on a device whose clock is ahead of it.
///
/// The App Store sells no period that is over. When a period that it has just sold is over by the device's clock, that
/// clock is ahead, and the signed date of the answer shows the right time: the App Store signed it between the
/// submission of the payment and the answer. The latest possible time counts from then on, advanced by elapsed time, so
/// that no subscription lasts longer than in the App Store.
///
/// Other answers show nothing. Where the purchased period still runs by the device's clock, an older signed date may
/// also belong to an earlier purchase, with which the App Store answers a customer who buys an owned product again.
package struct AppStoreTime: Sendable, Hashable, Comparable {
    /// The time when the monotonic reading was zero.
    private let origin: Timestamp

    /// How much later than a signed date the time of the signature may be: some dates are in whole seconds.
    private static let rounding = Duration.seconds(1)

    /// The time by the answer to a payment; `nil` when the clock may be right.
    ///
    /// - Parameters:
    ///   - signed: the signed date of the answer.
    ///   - end: the end of the purchased period.
    ///   - submitted: when the payment was submitted, by the monotonic clock.
    ///   - answered: the present monotonic reading.
    ///   - time: the present time by the clock in question.
    package init?(
        signed: Timestamp, end: Timestamp, submitted: Duration, answered: Duration, by time: Timestamp
    ) {
        let latest = signed.advanced(by: max(.zero, answered - submitted))
        guard signed < end, end <= time, latest.advanced(by: Self.rounding) < time else { return nil }
        // A payment may take longer than a period of the sandbox: the period is owned when the call returns (E5).
        origin = (latest < end ? latest : signed).advanced(by: .zero - answered)
    }

    /// Earlier times come first.
    package static func < (lhs: AppStoreTime, rhs: AppStoreTime) -> Bool { lhs.origin < rhs.origin }

    /// The time at a monotonic reading.
    package func time(at reading: Duration) -> Timestamp { origin.advanced(by: reading) }

    /// The monotonic reading at a time; zero for earlier times.
    package func reading(at time: Timestamp) -> Duration { time.time(after: origin) ?? .zero }
}
