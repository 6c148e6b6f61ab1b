public import Purser

/// Writes events down on a `Timeline` at the tick at which they happen.
public final class TimelineRecorder: Sendable {
    private let clock: any StoreClock
    private let start: Duration
    private let tick: Duration
    private let line = Lock(Timeline())

    /// A recorder whose tick 0 is now; a `tick` of zero or less is taken as one second.
    public init(clock: any StoreClock, tick: Duration = .seconds(1)) {
        self.clock = clock
        self.tick = tick > .zero ? tick : .seconds(1)
        start = clock.now()
    }

    /// Notes that `event` happens now.
    public func record(_ event: Character) {
        // The event belongs to the tick that began last: what happens between two ticks is not rounded up.
        let number = Int((clock.now() - start) / tick)
        line.withLock { $0.add(event, tick: number) }
    }

    /// What was noted so far.
    public var timeline: Timeline { line.withLock { $0 } }
}
