/// When the store is asked again what is owned: after half of the shortest running period, or when the policy says.
package struct RevalidationState: Sendable {
    private let longest: Duration
    /// When it was last asked, whether it answered or not.
    private var asked: Timestamp?

    /// It is never asked more often than this, however short the periods of a sandbox are.
    package static let shortest = Duration.seconds(300)

    /// - Parameter longest: the longest time after which it is asked.
    package init(longest: Duration) { self.longest = max(longest, Self.shortest) }

    /// It is asked now.
    package mutating func isAsked(at now: Timestamp) { asked = now }

    /// How long it is until the store is to be asked; `nil` while no subscription runs.
    ///
    /// It is never longer than the time between two requests, however the device's clock is set.
    package func pause(for running: [StoreTransaction], heard: Timestamp?, at now: Timestamp) -> Duration? {
        let lengths = running.compactMap { period in
            period.expirationTime.map { end in
                let (length, isTooLong) = end.milliseconds.subtractingReportingOverflow(
                    period.purchaseTime.milliseconds)
                return isTooLong ? Int64.max : length
            }
        }
        guard !running.isEmpty else { return nil }
        let half = lengths.min().map { Duration.milliseconds(max(0, $0) / 2) } ?? longest
        let interval = min(longest, max(half, Self.shortest))
        guard let last = [heard, asked].compactMap(\.self).max() else { return .zero }
        let (rest, isFar) = last.advanced(by: interval).milliseconds.subtractingReportingOverflow(now.milliseconds)
        return isFar ? interval : min(interval, .milliseconds(max(0, rest)))
    }
}
