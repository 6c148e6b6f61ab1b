import Foundation
import Purser
import PurserTesting

/// A device's clock that is wrong by seconds to years and jumps; its monotonic reading is the virtual clock's.
final class JumpingClock: StoreClock {
    private struct State: Sendable {
        var generator: SeededGenerator
        var offset = 0.0
        var isCalm = false
    }

    private let inner: VirtualClock
    private let state: Lock<State>

    init(_ inner: VirtualClock, generator: SeededGenerator) {
        self.inner = inner
        var generator = generator
        let offset = Self.draw(&generator)
        state = Lock(State(generator: generator, offset: offset))
    }

    /// From now on the date is right.
    func calm() {
        state.withLock { state in
            state.isCalm = true
            state.offset = 0
        }
    }

    func now() -> Duration { inner.now() }

    func currentDate() -> Date {
        state.withLock { state in
            if !state.isCalm, state.generator.happens(0.05) { state.offset = Self.draw(&state.generator) }
            return inner.currentDate().addingTimeInterval(state.offset)
        }
    }

    func sleep(until deadline: Duration) async throws { try await inner.sleep(until: deadline) }

    /// Right, or wrong by up to a minute, a day or ten years, in either direction.
    private static func draw(_ generator: inout SeededGenerator) -> Double {
        let range = generator.pick([0, 60, 86_400, 315_360_000])
        return Double(generator.index(below: 2 * range + 1) - range)
    }
}
