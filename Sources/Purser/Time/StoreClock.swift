#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
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
    func currentDate() -> Date

    /// Returns once `now()` has reached `deadline`.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func sleep(until deadline: Duration) async throws
}

/// The device's own clock.
public struct SystemClock: StoreClock {
    private let origin = ContinuousClock.now

    /// A clock whose monotonic reading starts at zero now.
    public init() {}

    /// The time since this clock was made, counting while the device sleeps.
    public func now() -> Duration { ContinuousClock.now - origin }

    /// The device's calendar time.
    public func currentDate() -> Date { Date() }

    /// The device's calendar time without a clock at hand, and without reckoning in floating point: it is read whenever
    /// somebody asks for the entitlements.
    package static func timestamp() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Sleeps until the monotonic reading reaches `deadline`.
    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: origin + deadline, clock: .continuous)
    }
}
