import Foundation
import Purser

/// A clock that a test sets; whoever sleeps on it wakes when the task is cancelled or time has moved far enough.
final class StepClock: StoreClock {
    private let time = Lock(Duration.zero)
    private let moved = EventCount()

    func now() -> Duration { time.withLock { $0 } }

    func currentDate() -> Date { at(0).advanced(by: now()).date }

    func sleep(until deadline: Duration) async throws {
        while true {
            let seen = moved.count
            guard now() < deadline else { return }
            try await moved.wait(after: seen)
        }
    }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
        moved.advance()
    }
}
