import Purser
import PurserTesting
import Testing

@Suite("Retries under every schedule")
struct RetryScheduleTests {
    /// One attempt as it went: when it started and failed, and where the server's hint ended.
    private struct Attempt: Sendable {
        var start: Duration
        var failure: Duration
        var hintEnd: Duration
    }

    private struct Passing: RetryClassifying { let retryClass: RetryClass }

    /// Pieces of work that fail a few times, each noting its attempts.
    private struct Work: Sendable {
        let retrier: Retrier
        let clock: VirtualClock
        var generator: SeededGenerator

        mutating func run() async throws -> [Attempt] {
            let failures = generator.index(below: 5)
            var attempts: [Attempt] = []
            try await retrier.run(.grant, policy: .persistent) { attempt in
                let start = clock.now()
                try await clock.sleep(until: start + .milliseconds(generator.index(below: 3_000)))
                let hint: Duration? =
                    generator.index(below: 3) == 0 ? .milliseconds(generator.index(below: 20_000)) : nil
                let now = clock.now()
                attempts.append(Attempt(start: start, failure: now, hintEnd: now + (hint ?? .zero)))
                if attempt <= failures { throw Passing(retryClass: .retryable(after: hint)) }
            }
            try #require(attempts.count == failures + 1)
            return attempts
        }
    }

    /// Turns the network off and on at random moments; returns when it came back.
    private static func flip(_ network: ManualConnectivity, clock: VirtualClock, generator: SeededGenerator)
        async throws
        -> [Duration]
    {
        var generator = generator
        var returns: [Duration] = []
        for flip in 0..<8 {
            try await clock.sleep(until: clock.now() + .milliseconds(1 + generator.index(below: 4_000)))
            network.setOnline(flip % 2 == 1)
            if flip % 2 == 1 { returns.append(clock.now()) }
        }
        return returns
    }

    /// No attempt before the hint of the one before it, and none later than a return of the network allows.
    private static func check(_ attempts: [Attempt], against returns: [Duration]) throws {
        for (previous, next) in zip(attempts, attempts.dropFirst()) {
            try #require(next.start >= previous.hintEnd)
            for moment in returns where moment > previous.start && moment < next.start {
                try #require(next.start <= max(moment, previous.failure, previous.hintEnd))
            }
        }
    }

    @Test("R1, R2: every retry wakes, at once when the network returns, and never before its hint")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func flips() async throws {
        try await Simulation.explore(count: plain(250, long: 1_000)) { context in
            let network = ManualConnectivity()
            let timer = RetryTimer(clock: context.clock, connectivity: network)
            let retrier = Retrier(timer: timer, generator: context.generator(for: "jitter"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await timer.run() }
                async let returns = Self.flip(network, clock: context.clock, generator: context.generator(for: "flips"))
                let histories = try await withThrowingTaskGroup(of: [Attempt].self) { works in
                    for index in 0..<10 {
                        var work = Work(
                            retrier: retrier, clock: context.clock, generator: context.generator(for: "work \(index)"))
                        works.addTask { try await work.run() }
                    }
                    return try await works.reduce(into: []) { $0.append($1) }
                }
                for history in histories { try Self.check(history, against: try await returns) }
                group.cancelAll()
            }
            try #require(timer.waiting == 0)
            try #require(context.clock.sleepers == 0)
        }
    }

    @Test("C3: whenever the timer closes, every retry ends, with success or CancellationError")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func close() async throws {
        try await Simulation.explore(count: plain(75, long: 300)) { context in
            let timer = RetryTimer(clock: context.clock)
            let retrier = Retrier(timer: timer, generator: context.generator(for: "jitter"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<10 {
                    var work = Work(
                        retrier: retrier, clock: context.clock, generator: context.generator(for: "work \(index)"))
                    group.addTask {
                        do { _ = try await work.run() } catch is CancellationError {}
                    }
                }
                var generator = context.generator(for: "close")
                try await context.sleep(for: .milliseconds(generator.index(below: 10_000)))
                timer.close()
                try await group.waitForAll()
            }
            try #require(timer.waiting == 0)
            try #require(context.clock.sleepers == 0)
        }
    }
}
