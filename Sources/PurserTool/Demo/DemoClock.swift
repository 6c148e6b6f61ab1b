import Foundation
import Purser

/// A clock for the demo: its calendar always starts on the same day, and it counts its waiting callers.
final class DemoClock: StoreClock {
    /// The start of the demo: 2026-01-01 00:00 UTC.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    private let system = SystemClock()
    private let state = Lock((sleepers: 0, wakeUps: 0))

    var sleepers: Int { state.withLock { $0.sleepers } }
    /// The number of pauses that lasted to their end.
    var wakeUps: Int { state.withLock { $0.wakeUps } }

    func now() -> Duration { system.now() }

    func currentDate() -> Date { Self.start.advanced(by: now()).date }

    func sleep(until deadline: Duration) async throws {
        state.withLock { $0.sleepers += 1 }
        defer { state.withLock { $0.sleepers -= 1 } }
        try await system.sleep(until: deadline)
        state.withLock { $0.wakeUps += 1 }
    }

    /// Waits until a date, without counting as a pause: this date is never set.
    func sleep(untilDate date: Date) async throws {
        if let rest = Timestamp(date).time(after: timestamp()) { try await system.sleep(for: rest) }
    }
}
