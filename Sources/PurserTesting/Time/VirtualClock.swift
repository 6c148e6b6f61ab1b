public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A store's clock that moves only when it is advanced, so that days of waiting pass in no real time.
///
/// Under a `Simulation` it jumps to the earliest sleeper's deadline whenever no job is ready, and only then: work takes
/// no virtual time. Without a simulation a test moves it by hand with ``advance(by:)``.
///
/// It owns the sleepers' continuations. Each is resumed exactly once: at its deadline, or with `CancellationError`.
public final class VirtualClock: StoreClock {
    private typealias Waiter = UnsafeContinuation<Void, any Error>

    private struct Wall: Sendable {
        var time: Timestamp
        var setAt: Duration
    }

    /// How an attempt to jump to the next deadline ended.
    enum Jump {
        case moved
        case nobodySleeps
        case beyondLimit
    }

    /// The date at which a clock starts by default: 2025-01-01 00:00 UTC.
    public static let defaultStart = Date(timeIntervalSince1970: 1_735_689_600)

    private let state = Lock(VirtualClockState<Waiter>())
    private let wall: Lock<Wall>

    /// Makes a clock whose monotonic reading is zero and whose calendar has `start`.
    public init(start: Date = VirtualClock.defaultStart) {
        wall = Lock(Wall(time: Timestamp(start), setAt: .zero))
    }

    /// The virtual time since this clock was made.
    public func now() -> Duration { state.withLock { $0.now } }

    /// The calendar's virtual time: it advances with `now()` from the last set date.
    public func currentDate() -> Date {
        let now = now()
        return wall.withLock { $0.time.advanced(by: now - $0.setAt) }.date
    }

    /// Sets the calendar, forward or back, as the device's user may; it affects only tasks that sleep until a date.
    public func setDate(_ date: Date) {
        let now = now()
        wall.withLock { $0 = Wall(time: Timestamp(date), setAt: now) }
        for waiter in state.withLock({ $0.takeDated() }) { waiter.resume() }
    }

    /// The number of tasks asleep on this clock.
    public var sleepers: Int { state.withLock { $0.sleeping } }

    /// Returns when `now()` has reached `deadline`; with a deadline in the past it only lets other jobs run first.
    ///
    /// - Throws: `CancellationError` when the waiting task is, or is meanwhile, cancelled.
    public func sleep(until deadline: Duration) async throws {
        guard deadline > now() else {
            await Task.yield()
            return try Task.checkCancellation()
        }
        let id = state.withLock { $0.begin() }
        try await sleep(until: deadline, as: id)
    }

    /// Returns when `currentDate()` has reached `date`, by time or because the date was set.
    ///
    /// - Throws: `CancellationError` when the waiting task is, or is meanwhile, cancelled.
    public func sleep(untilDate date: Date) async throws {
        let end = Timestamp(date)
        while true {
            // From here on a date that is set wakes it.
            let id = state.withLock { $0.begin(isDated: true) }
            guard let rest = end.time(after: timestamp()) else {
                state.withLock { $0.end(id) }
                await Task.yield()
                return try Task.checkCancellation()
            }
            try await sleep(until: now() + rest, as: id)
        }
    }

    private func sleep(until deadline: Duration, as id: UInt64) async throws {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { waiter in
                switch state.withLock({ $0.register(waiter, id: id, deadline: deadline) }) {
                case .sleeps: break
                case .isDue: waiter.resume()
                case .isCancelled: waiter.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            state.withLock { $0.cancelled(id: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock by `duration` and wakes all sleepers whose deadline has passed; a negative one does nothing.
    public func advance(by duration: Duration) {
        for waiter in state.withLock({ $0.advance(to: $0.now + duration) }) { waiter.resume() }
    }

    /// Advances to the earliest deadline and wakes all tasks that wait for it, unless it is after `limit`.
    func jump(limit: Duration) -> Jump {
        switch state.withLock({ $0.jump(limit: limit) }) {
        case .nobody: return .nobodySleeps
        case .beyond: return .beyondLimit
        case .woke(let waiters):
            for waiter in waiters { waiter.resume() }
            return .moved
        }
    }

    /// Wakes all tasks with `CancellationError`, so that a simulation that ends leaves no continuation suspended.
    func cancelAll() {
        for waiter in state.withLock({ $0.takeAll() }) { waiter.resume(throwing: CancellationError()) }
    }
}
