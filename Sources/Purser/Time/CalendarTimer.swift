import Dispatch

/// A timer of the device's calendar: it fires when the calendar reaches the time, in any way.
///
/// Dispatch keeps such timers by the wall clock: a `timerfd` of `CLOCK_REALTIME` on Linux, and on Apple's platforms one
/// of the kernel that follows the calendar too. It fires at once when the clock is set forward past it, or the device
/// wakes up after it.
enum CalendarTimer {
    /// The longest time at once, 100 days: Dispatch counts nanoseconds in 64 bits.
    private static let longest = Duration.seconds(100 * 86_400)

    /// Waits until the calendar reaches a time that is this far ahead now, or 100 days at most.
    ///
    /// It may be a little early or late: check the calendar afterwards.
    static func wait(for time: Duration) async throws(CancellationError) {
        let (due, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { continuation.finish() }
        timer.schedule(wallDeadline: .now() + .milliseconds(min(time, longest).wholeMilliseconds))
        timer.activate()
        defer { timer.cancel() }
        // It ends with the task, too.
        for await _ in due {}
        if Task.isCancelled { throw CancellationError() }
    }
}

extension Duration {
    /// Its milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
