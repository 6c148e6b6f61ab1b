import Purser
import PurserTesting
import Testing

@Suite("Retrier")
struct RetrierTests {
    private struct Passing: Error, Equatable { var attempt = 0 }
    private struct Classified: RetryClassifying, Equatable { let retryClass: RetryClass }

    private let retrier = Retrier(timer: RetryTimer(clock: VirtualClock()), generator: SeededGenerator(seed: 1))

    @Test("R1: it tries until it succeeds and counts the attempts from 1")
    func success() async throws {
        let attempts = Lock<[Int]>([])
        let value = try await retrier.run(.catalog, policy: .immediate) { attempt in
            attempts.withLock { $0.append(attempt) }
            if attempt < 4 { throw Passing() }
            return "goods"
        }
        #expect(value == "goods")
        #expect(attempts.withLock { $0 } == [1, 2, 3, 4])
    }

    @Test("R1: a used-up policy throws the last error with its stage and attempts")
    func exhaustion() async throws {
        let error = try await #require(throws: RetryFailure.self) {
            try await retrier.run(.verification, policy: .immediate) { throw Passing(attempt: $0) }
        }
        #expect(error.stage == .verification)
        #expect(error.attempts == 5)
        #expect(error.underlying as? Passing == Passing(attempt: 5))
    }

    @Test(
        "R1: cancelled, declined and permanent failures come out as they are after one attempt",
        arguments: [RetryClass.user, .permanent])
    func neverRetried(retryClass: RetryClass) async throws {
        let attempts = Lock(0)
        await #expect(throws: Classified(retryClass: retryClass)) {
            try await retrier.run(.finish, policy: .persistent) { _ in
                attempts.withLock { $0 += 1 }
                throw Classified(retryClass: retryClass)
            }
        }
        #expect(attempts.withLock { $0 } == 1)
    }

    @Test("C1, C3: cancelling the task, or closing the timer, ends a running retry", arguments: [true, false])
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func ending(byClosing: Bool) throws {
        try Simulation.run(seed: 1) { context in
            let timer = RetryTimer(clock: context.clock)
            let running = context.start {
                try await Retrier(timer: timer).run(.finish, policy: .persistent) { _ in throw Passing() }
            }
            try await context.sleep(for: .seconds(100))
            if byClosing { timer.close() } else { running.cancel() }
            await #expect(throws: CancellationError.self) { try await running.value }
            try #require(context.clock.now() == .seconds(100))
            try #require(context.clock.sleepers == 0)
        }
    }

    private actor Counter {
        var count = 0
        func run(with retrier: Retrier) async throws -> Int {
            try await retrier.run(.grant, policy: .immediate) { attempt in
                count += 1  // Actor state without a hop: the operation stays here.
                if attempt < 3 { throw Passing() }
            }
            return count
        }
    }

    @Test("R1: the operation stays on the caller's actor")
    func isolation() async throws { #expect(try await Counter().run(with: retrier) == 3) }
}
