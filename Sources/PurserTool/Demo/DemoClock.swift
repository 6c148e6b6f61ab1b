import Foundation
import Purser

/// A clock for the demo: its calendar always starts on the same day, and it knows who waits for it.
final class DemoClock: StoreClock {
    private struct State: Sendable {
        var sleepers = 0
        var wakeUps = 0
    }

    /// When the demo begins: 2026-01-01 00:00 UTC.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    private let system = SystemClock()
    private let state = Lock(State())

    init() {}

    /// How many pauses are under way.
    var sleepers: Int { state.withLock(\.sleepers) }

    /// How many pauses lasted to their end.
    var wakeUps: Int { state.withLock(\.wakeUps) }

    func now() -> Duration { system.now() }

    func currentDate() -> Date { Self.start.advanced(by: now()).date }

    func sleep(until deadline: Duration) async throws {
        state.withLock { $0.sleepers += 1 }
        defer { state.withLock { $0.sleepers -= 1 } }
        try await system.sleep(until: deadline)
        state.withLock { $0.wakeUps += 1 }
    }

    /// Waits without being one of the pauses: nobody sets this date.
    func sleep(untilDate date: Date) async throws {
        if let rest = Timestamp(date).time(after: timestamp()) { try await system.sleep(for: rest) }
    }
}
