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

/// The clock of a store: a monotonic reading for waits, and the calendar's date.
///
/// All of Purser reads only its store's clock, so that a test can run days of retries in milliseconds.
public protocol StoreClock: Sendable {
    /// The time since some fixed moment; it never decreases.
    ///
    /// It counts while the device sleeps: what was just bought on a device with a wrong date ends by it.
    func now() -> Duration

    /// The device's date.
    ///
    /// It may go back when the user changes the device's clock.
    func currentDate() -> Date

    /// Returns once `now()` has reached `deadline`.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func sleep(until deadline: Duration) async throws

    /// Returns when `currentDate()` has reached `date`, also when the date was set meanwhile, or the device was asleep.
    ///
    /// It has a default, which checks the date when it may be reached, and every second.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func sleep(untilDate date: Date) async throws
}

extension StoreClock {
    /// Checks the date when it may be reached, and every second, because nothing reports that the date was set.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func sleep(untilDate date: Date) async throws {
        let (end, second) = (Timestamp(date), Duration.seconds(1))
        while let rest = end.time(after: timestamp()) { try await sleep(for: min(rest, second)) }
    }

    /// Returns when this time has passed.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func sleep(for duration: Duration) async throws { try await sleep(until: now() + duration) }
}

/// The device's own clock.
public struct SystemClock: StoreClock {
    private let origin = ContinuousClock.now

    /// Makes a clock whose monotonic reading starts at zero now.
    public init() {}

    /// The time since this clock was made, counting while the device sleeps.
    public func now() -> Duration { ContinuousClock.now - origin }

    /// The device's date.
    public func currentDate() -> Date { Date() }

    /// The device's date, computed without floating point because each read of the entitlements needs it.
    package static func timestamp() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Sleeps until the monotonic reading reaches `deadline`.
    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: origin + deadline, clock: .continuous)
    }

    /// Sleeps until the device's date has reached `date`, also when the user sets the date, or the device was asleep:
    /// it uses the system's calendar timers.
    public func sleep(untilDate date: Date) async throws {
        let end = Timestamp(date)
        while let rest = end.time(after: Self.timestamp()) { try await CalendarTimer.wait(for: rest) }
    }
}
