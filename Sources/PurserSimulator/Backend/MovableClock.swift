public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that can be moved forward: give it to an ``EmbeddedAppStore`` and to the stores that are open on it.
///
/// It never goes back, and a sleep on it ends as soon as it has been moved far enough. It goes as the device's clock does, or
/// stands still until it is moved.
public final class MovableClock: StoreClock {
    private let system = SystemClock()
    private let start: Timestamp?
    /// How far it was moved by this object, and how far ahead of the device's date it was before.
    private let moved = Lock(Duration.zero)
    private let ahead: Duration
    private let moves = EventCount()

    /// A clock that goes, and is ahead of the device's date by so much.
    public init(ahead: Duration = .zero) {
        start = nil
        self.ahead = ahead
    }

    /// A clock that stands still at a date until it is moved.
    public convenience init(startingAt start: Date) { self.init(startingAt: Timestamp(start)) }

    /// A clock that stands still at a moment until it is moved.
    package init(startingAt start: Timestamp) {
        self.start = start
        ahead = .zero
    }

    /// The monotonic reading.
    public func now() -> Duration { moved.withLock { $0 } + (start == nil ? system.now() : .zero) }

    /// The date.
    public func currentDate() -> Date {
        if let start { return start.advanced(by: now()).date }
        return Timestamp(system.currentDate()).advanced(by: ahead).advanced(by: moved.withLock { $0 }).date
    }

    /// Sleeps until the clock reads so much, by itself or because it was moved.
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

    /// How far it is ahead of the device's date.
    package var distance: Duration { ahead + moved.withLock { $0 } }

    /// Lets so much time pass at once.
    public func move(by duration: Duration) {
        moved.withLock { $0 += max(.zero, duration) }
        moves.advance()
    }

    /// Lets the time until a moment pass at once; one that has been is no move.
    package func move(to moment: Timestamp) { move(by: duration(until: moment)) }

    /// How long it is until a moment.
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
