import Foundation
import Purser
import PurserSimulator
import Testing

@testable import PurserTool

@Suite("Lengths of time, and a clock that is moved by them")
struct TimeSpanTests {
    private static let january = Timestamp(milliseconds: 1_769_817_600_000)

    @Test(
        "A length is a number with its unit, or several; months and years follow the calendar",
        arguments: [
            ("1m", "2026-02-28"), ("2m", "2026-03-31"), ("1y", "2027-01-31"), ("1y1m", "2027-02-28"),
            ("10d", "2026-02-10"), ("2W", "2026-02-14"), ("1m1d", "2026-03-01"), ("24h", "2026-02-01"),
            ("1440min", "2026-02-01"), ("86400s", "2026-02-01"), ("100y", "2126-01-31"),
        ])
    func end(_ text: String, _ day: String) throws {
        #expect(Words.day(Self.january) == "2026-01-31")
        #expect(Words.day(try TimeSpan(text).end(from: Self.january)) == day)
        #expect(try ShopWish("advance \(text)") == .advance(try TimeSpan(text)))
    }

    @Test(
        "All else is refused, and the complaint says how to write it",
        arguments: ["", "m", "1", "1x", "-1m", "1.5m", "0d", "1m x", "99999999999999999999y", "9999999999999d", "١m"])
    func rejected(_ text: String) {
        let error = #expect(throws: UsageError.self) { try TimeSpan(text) }
        #expect(error?.message.contains("1m (a month)") == true)
    }

    @Test("More than a hundred years is refused", arguments: ["101y", "1201m", "40000d"])
    func tooLong(_ text: String) {
        let error = #expect(throws: UsageError.self) { try TimeSpan(text) }
        #expect(error?.message.contains("100 years") == true)
    }

    @Test("A clock that stands still wakes who sleeps on it as soon as it has been moved far enough")
    func status() async throws {
        let clock = MovableClock(startingAt: Self.january)
        let woke = Lock(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await clock.sleep(until: .seconds(10))
                woke.withLock { $0 = true }
            }
            clock.advance(by: .seconds(9))
            clock.advance(by: .seconds(-100))
            #expect(clock.now() == .seconds(9) && !woke.withLock { $0 })
            clock.move(to: Self.january)
            clock.move(to: Self.january.advanced(by: .seconds(10)))
            try await group.waitForAll()
        }
        #expect(woke.withLock { $0 })
        #expect(clock.timestamp() == Self.january.advanced(by: .seconds(10)))
        #expect(clock.duration(until: Self.january) == .zero)
    }

    @Test("A clock that goes is ahead of the device's date by what it was moved, in this run and before")
    func going() async throws {
        let clock = MovableClock(ahead: .seconds(1_000_000))
        clock.advance(by: .seconds(2_000_000))
        let ahead = clock.timestamp().milliseconds - Timestamp(Date()).milliseconds
        #expect((2_999_000_000...3_000_000_000).contains(ahead))
        #expect(clock.distance == .seconds(3_000_000))
        #expect(clock.now() >= .seconds(2_000_000))
        try await clock.sleep(until: .seconds(2_000_000))
        try await clock.sleep(until: clock.now() + .milliseconds(1))
    }

    @Test("Who is cancelled while it sleeps is told so")
    func cancelled() async {
        for clock in [MovableClock(), MovableClock(startingAt: Self.january)] {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do {
                        try await clock.sleep(until: .seconds(1_000_000))
                        return false
                    } catch { return error is CancellationError }
                }
                group.cancelAll()
                #expect(await group.next() == true)
            }
        }
    }
}
