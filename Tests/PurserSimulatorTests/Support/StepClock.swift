import Purser

/// A clock that a test sets; whoever sleeps on it wakes when the task is cancelled or time has moved far enough.
final class StepClock: StoreClock {
    private let time = Lock(Duration.zero)
    private let moved = Bell()

    func now() -> Duration { time.withLock { $0 } }

    func wallTime() -> WallTime { at(0).advanced(by: now()) }

    func sleep(until deadline: Duration) async throws {
        while true {
            let rings = moved.rings
            guard now() < deadline else { return }
            try await moved.wait(after: rings)
        }
    }

    func move(by duration: Duration) {
        time.withLock { $0 += duration }
        moved.ring()
    }
}
