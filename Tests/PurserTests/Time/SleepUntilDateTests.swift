import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("T1: sleeping until a date of the calendar", .timeLimit(.minutes(30)))
struct SleepUntilDateTests {
    /// A clock as an app may write one: it knows nothing of dates that are set.
    struct PlainClock: StoreClock {
        let inner: VirtualClock
        func now() -> Duration { inner.now() }
        func currentDate() -> Date { inner.currentDate() }
        func sleep(until deadline: Duration) async throws { try await inner.sleep(until: deadline) }
    }

    @Test("The device's clock wakes when its calendar shows the date, not earlier; what has passed is no wait")
    func device() async throws {
        let clock = SystemClock()
        for ahead in [0.05, 0.001, 0, -5, -1e12] {
            let date = Date(timeIntervalSinceNow: ahead)
            try await clock.sleep(untilDate: date)
            #expect(SystemClock.timestamp() >= Timestamp(date))
        }
    }

    @Test("A wait for a date ends when its task is cancelled, however far the date is", arguments: [3_600.0, 1e15])
    func cancelled(ahead: Double) async throws {
        let waiting = Task { try await SystemClock().sleep(untilDate: Date(timeIntervalSinceNow: ahead)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("A date that is set wakes at once, by a clock that is told; without that it is noticed within the second")
    func set() throws {
        for isReported in [true, false] {
            try Simulation.run(seed: 1) { context in
                let clock: any StoreClock = isReported ? context.clock : PlainClock(inner: context.clock)
                let end = context.clock.timestamp().advanced(by: .seconds(30 * 86_400))
                let woken = Lock<Duration?>(nil)
                let sleeping = context.start {
                    try await clock.sleep(untilDate: end.date)
                    woken.withLock { $0 = context.clock.now() }
                }
                try await context.sleep(for: .seconds(60))
                context.clock.setDate(end.advanced(by: .seconds(-10 * 86_400)).date)
                try await context.sleep(for: .seconds(720))
                try #require(woken.withLock { $0 } == nil)
                context.clock.setDate(end.advanced(by: .seconds(1)).date)
                try await sleeping.value
                let late = try #require(woken.withLock { $0 }) - .seconds(60 + 720)
                try #require(isReported ? late == .zero : late <= .seconds(1))
            }
        }
    }

    @Test("A date that is set back is waited for as long as the calendar needs")
    func setBack() throws {
        try Simulation.run(seed: 1) { context in
            let end = context.clock.timestamp().advanced(by: .seconds(100))
            let sleeping = context.start { try await context.clock.sleep(untilDate: end.date) }
            try await context.sleep(for: .seconds(50))
            context.clock.setDate(end.advanced(by: .seconds(-500)).date)
            try await sleeping.value
            try #require(context.clock.now() == .seconds(550))
            try #require(context.clock.timestamp() == end)
        }
    }

    @Test("Moments are apart by what lies between them, and no number is too large for that")
    func apart() {
        let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
        #expect(at(5).time(after: at(2)) == .seconds(3) && at(2).time(after: at(2)) == nil)
        #expect(at(2).time(after: at(5)) == nil && first.time(after: last) == nil)
        #expect(last.time(after: first) == .milliseconds(Int64.max))
    }
}
