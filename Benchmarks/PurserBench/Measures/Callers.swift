import Purser

/// What a number of callers took for their calls.
struct CallTimes: Sendable {
    /// From the first call to the last return.
    var span: Span
    /// The time of each call in nanoseconds, if they were taken.
    var latencies: [UInt64]
}

/// Many tasks that make one call after the other: a closed loop.
struct Callers: Sendable {
    /// How many call at the same time.
    var count: Int
    /// How many calls they make together.
    var calls: Int
    /// Whether each call is timed, which costs two readings of the clock.
    var timesEach = false

    /// Lets all make their calls and waits for the last one.
    func run(_ call: @escaping @Sendable () async throws -> Void) async throws -> CallTimes {
        let watch = Stopwatch()
        let latencies = Lock<[UInt64]>([])
        try await Crowd.run(min(count, calls)) { caller in
            let times = try await one(share(of: caller), call)
            if timesEach { latencies.withLock { $0 += times } }
        }
        return CallTimes(span: watch.elapsed, latencies: latencies.withLock { $0 })
    }

    /// The calls are dealt out so that exactly `calls` are made.
    private func share(of caller: Int) -> Int {
        let callers = min(count, calls)
        return calls / callers + (caller < calls % callers ? 1 : 0)
    }

    private func one(_ calls: Int, _ call: @Sendable () async throws -> Void) async throws -> [UInt64] {
        guard timesEach else {
            for _ in 0..<calls { try await call() }
            return []
        }
        var times: [UInt64] = []
        times.reserveCapacity(calls)
        for _ in 0..<calls {
            let start = Stopwatch.now()
            try await call()
            times.append(Stopwatch.now() - start)
        }
        return times
    }
}
