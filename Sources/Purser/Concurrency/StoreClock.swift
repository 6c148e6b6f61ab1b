#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The time that a store lives by: a monotonic reading for waits, and the calendar for dates.
///
/// Everything in Purser asks its store's clock and no other, so that a test can run days of retries in no time.
public protocol StoreClock: Sendable {
    /// The time since some fixed moment; it never goes back.
    func now() -> Duration

    /// The calendar's time, as the device tells it. It may go back when its user changes the clock.
    func wallTime() -> WallTime

    /// Returns once `now()` has reached `deadline`.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func sleep(until deadline: Duration) async throws
}

/// A moment in calendar time, in whole milliseconds since 1970-01-01 00:00 UTC (the App Store's own unit).
public struct WallTime: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    public var milliseconds: Int64

    /// A moment given in milliseconds since 1970-01-01 00:00 UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier moments come first.
    public static func < (lhs: WallTime, rhs: WallTime) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// The moment that lies `duration` after (or, when negative, before) this one; it saturates at the ends of time.
    public func advanced(by duration: Duration) -> WallTime {
        let (seconds, attoseconds) = duration.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return WallTime(milliseconds: seconds < 0 ? .min : .max) }
        let (sum, carry) = milliseconds.addingReportingOverflow(scaled + attoseconds / 1_000_000_000_000_000)
        return WallTime(milliseconds: carry ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension WallTime: Codable {
    /// Reads a number of milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes a number of milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

/// The device's own clock.
public struct SystemClock: StoreClock {
    private let origin = ContinuousClock.now

    /// A clock whose monotonic reading starts at zero now.
    public init() {}

    /// The time since this clock was made, counting while the device sleeps.
    public func now() -> Duration { ContinuousClock.now - origin }

    /// The device's calendar time.
    public func wallTime() -> WallTime { Self.wallTime() }

    static func wallTime() -> WallTime {
        // Not `Date()`, which asks the same and then reckons in floating point: it is read with each purchase.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Sleeps until the monotonic reading reaches `deadline`.
    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: origin + deadline, clock: .continuous)
    }
}
