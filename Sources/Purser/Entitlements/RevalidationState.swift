/// When the owned purchases are requested again: after half of the shortest running period, or by the policy.
package struct RevalidationState: Sendable {
    private let longest: Duration
    /// The time of the last request, whether or not it was answered.
    private var asked: Timestamp?

    /// The shortest time between two requests, even with the short periods of a sandbox.
    package static let shortest = Duration.seconds(300)

    /// - Parameter longest: the longest time between two requests.
    package init(longest: Duration) { self.longest = max(longest, Self.shortest) }

    /// Records that a request is made now.
    package mutating func isAsked(at now: Timestamp) { asked = now }

    /// The time until the next request; `nil` while no subscription runs.
    ///
    /// It is never longer than the time between two requests, also when the device's clock is set.
    package func pause(for running: [StoreTransaction], lastReport: Timestamp?, at now: Timestamp) -> Duration? {
        guard !running.isEmpty else { return nil }
        let lengths = running.compactMap { period in
            period.expirationTime.map { $0.time(after: period.purchaseTime) ?? .zero }
        }
        let half = lengths.min().map { $0 / 2 } ?? longest
        let interval = min(longest, max(half, Self.shortest))
        guard let last = [lastReport, asked].compactMap(\.self).max() else { return .zero }
        return min(interval, last.advanced(by: interval).time(after: now) ?? .zero)
    }
}
