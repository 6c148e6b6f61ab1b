import Foundation
import Purser
import Testing

/// Returns once `condition` holds; the tests of a suite that waits like this have a time limit.
func eventually(_ condition: @Sendable () async -> Bool) async throws {
    while await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// A clock that tests move by hand.
final class HandClock: StoreClock {
    private let time = Lock(Duration.zero)
    private let moved = EventCount()

    func now() -> Duration { time.withLock { $0 } }
    func currentDate() -> Date { Timestamp(milliseconds: 0).advanced(by: now()).date }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
        moved.advance()
    }

    func sleep(until deadline: Duration) async throws {
        while true {
            let seen = moved.count
            if now() >= deadline { return }
            try await moved.wait(after: seen)
        }
    }
}
