public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that can be moved forward, for an ``EmbeddedAppStore`` and the stores that are open on it.
///
/// It never goes back, and a sleep on it ends when the clock was moved far enough. It runs like the device's clock, or
/// stands still until it is moved.
public final class MovableClock: StoreClock {
    private let system = SystemClock()
    private let start: Timestamp?
    /// The distance that this object was moved, and its initial distance from the device's date.
    private let moved = Lock(Duration.zero)
    private let ahead: Duration
    private let moves = EventCount()

    /// Makes a running clock that is ahead of the device's date.
    public init(ahead: Duration = .zero) {
        start = nil
        self.ahead = ahead
    }

    /// Makes a clock that stands still at a date until it is moved.
    public convenience init(startingAt start: Date) { self.init(startingAt: Timestamp(start)) }

    /// Makes a clock that stands still at a moment until it is moved.
    package init(startingAt start: Timestamp) {
        self.start = start
        ahead = .zero
    }

    /// Returns the monotonic reading.
    public func now() -> Duration { moved.withLock { $0 } + (start == nil ? system.now() : .zero) }

    /// Returns the date.
    public func currentDate() -> Date {
        if let start { return start.advanced(by: now()).date }
        return Timestamp(system.currentDate()).advanced(by: ahead).advanced(by: moved.withLock { $0 }).date
    }

    /// Sleeps until the clock's reading reaches a deadline, by itself or because it was moved.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(until deadline: Duration) async throws {
        while true {
            let seen = moves.count
            let left = deadline - now()
            guard left > .zero else { return try await yield() }
            try await sleep(for: left, orMoveAfter: seen)
        }
    }

    /// The distance from the device's date.
    package var distance: Duration { ahead + moved.withLock { $0 } }

    /// Moves the clock forward.
    public func advance(by duration: Duration) {
        moved.withLock { $0 += max(.zero, duration) }
        moves.advance()
    }

    /// Moves the clock forward to a moment; a past moment has no effect.
    package func move(to moment: Timestamp) { advance(by: duration(until: moment)) }

    /// Returns the time until a moment.
    package func duration(until moment: Timestamp) -> Duration {
        let (left, isTooLong) = moment.milliseconds.subtractingReportingOverflow(timestamp().milliseconds)
        return .milliseconds(isTooLong ? 0 : max(0, left))
    }

    private func yield() async throws {
        await Task.yield()
        try Task.checkCancellation()
    }

    private func sleep(for duration: Duration, orMoveAfter seen: UInt64) async throws {
        guard start == nil else { return try await moves.wait(after: seen) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [system] in try await system.sleep(for: duration) }
            group.addTask { [moves] in try await moves.wait(after: seen) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
