import Purser
import PurserTesting
import Testing

@Suite("Backoff")
struct BackoffStateTests {
    private var generator = SeededGenerator(seed: 1)

    private static func doubling(
        cap: Duration = .seconds(60), attempts: Int? = nil, elapsed: Duration? = nil
    ) -> RetryPolicy {
        RetryPolicy(maximumDelay: cap, jitter: .none, maximumAttempts: attempts, maximumElapsed: elapsed)
    }

    private static func wait(_ decision: RetryDecision) throws -> RetryWait {
        guard case .wait(let wait) = decision else { throw Missing(decision: decision) }
        return wait
    }

    private struct Missing: Error { let decision: RetryDecision }

    /// Fails at `now` without a hint.
    private mutating func fail(_ state: inout BackoffState, at now: Duration = .zero, hint: Duration? = nil)
        -> RetryDecision
    {
        state.attemptFailed(.retryable(after: hint), now: now, using: &generator)
    }

    @Test("R1: without jitter the waits double up to the cap")
    mutating func doubling() throws {
        var state = BackoffState(policy: Self.doubling(cap: .seconds(10)), startedAt: .zero)
        let waits = try (0..<6).map { _ in try Self.wait(fail(&state)).until }
        #expect(waits == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
    }

    @Test("R1: full jitter spreads evenly from zero to the ceiling and never beyond")
    mutating func fullJitter() throws {
        let policy = RetryPolicy(initialDelay: .seconds(8), maximumAttempts: nil, maximumElapsed: nil)
        var buckets = [Int](repeating: 0, count: 8)
        for _ in 0..<8_000 {
            var state = BackoffState(policy: policy, startedAt: .zero)
            let until = try Self.wait(fail(&state)).until
            try #require(until >= .zero && until <= .seconds(8))
            buckets[min(7, Int(until.components.seconds))] += 1
        }
        // 1,000 expected in each; four standard deviations are 118.
        for bucket in buckets { #expect(abs(bucket - 1_000) < 120) }
    }

    @Test("R1: equal jitter keeps half of the wait certain")
    mutating func equalJitter() throws {
        let policy = RetryPolicy(initialDelay: .seconds(8), jitter: .equal)
        var shortest: Duration = .seconds(8)
        var longest: Duration = .zero
        for _ in 0..<1_000 {
            var state = BackoffState(policy: policy, startedAt: .zero)
            let until = try Self.wait(fail(&state)).until
            shortest = min(shortest, until)
            longest = max(longest, until)
        }
        #expect(shortest >= .seconds(4) && shortest < .seconds(4.1))
        #expect(longest <= .seconds(8) && longest > .seconds(7.9))
    }

    @Test("R1: the ceiling of each wait follows the formula under full jitter")
    mutating func ceilings() throws {
        for _ in 0..<200 {
            var state = BackoffState(policy: .persistent, startedAt: .zero)
            for ceiling in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
                #expect(try Self.wait(fail(&state)).until <= .seconds(ceiling))
            }
        }
    }

    @Test("R1: attempt 10,000 overflows nothing")
    mutating func manyAttempts() throws {
        let endless: Duration = .seconds(Int64.max)
        let policy = RetryPolicy(
            initialDelay: .nanoseconds(1), multiplier: .infinity, maximumDelay: endless, jitter: .full,
            maximumAttempts: nil, maximumElapsed: nil)
        var state = BackoffState(policy: policy, startedAt: .zero)
        for _ in 0..<10_000 {
            let wait = try Self.wait(fail(&state, hint: endless))
            #expect(wait.earliest == policy.maximumDelay)
            #expect(wait.until >= wait.earliest && wait.until <= policy.maximumDelay * 2)
        }
        #expect(state.failures == 10_000)
    }

    @Test("R1: the attempt limit counts the first attempt", arguments: 1...4)
    mutating func attemptLimit(limit: Int) throws {
        var state = BackoffState(policy: Self.doubling(attempts: limit), startedAt: .zero)
        for _ in 1..<limit { _ = try Self.wait(fail(&state)) }
        #expect(fail(&state) == .giveUp(.attempts))
        #expect(state.failures == limit)
    }

    @Test("R1: the last wait is shortened to end with the time budget, then it is over")
    mutating func timeBudget() throws {
        var state = BackoffState(policy: Self.doubling(elapsed: .seconds(10)), startedAt: .seconds(100))
        #expect(try Self.wait(fail(&state, at: .seconds(100))).until == .seconds(101))
        #expect(try Self.wait(fail(&state, at: .seconds(105))).until == .seconds(107))
        #expect(try Self.wait(fail(&state, at: .seconds(107))).until == .seconds(110))
        #expect(fail(&state, at: .seconds(110)) == .giveUp(.elapsed))
    }

    @Test("R1: a time budget of zero allows the first attempt only")
    mutating func noTime() {
        var state = BackoffState(policy: Self.doubling(elapsed: .zero), startedAt: .seconds(5))
        #expect(fail(&state, at: .seconds(5)) == .giveUp(.elapsed))
    }

    @Test("R1: no attempt comes before the server's hint, and the cap does not shorten the hint")
    mutating func hintIsALowerBound() throws {
        for _ in 0..<1_000 {
            var state = BackoffState(policy: RetryPolicy(maximumElapsed: nil), startedAt: .zero)
            let wait = try Self.wait(fail(&state, at: .seconds(7), hint: .seconds(3_600)))
            #expect(wait.earliest == .seconds(3_607))
            #expect(wait.until >= .seconds(3_607) && wait.until <= .seconds(3_608))
        }
    }

    @Test("R1: a hint beyond the time budget ends the retries at once; one that just fits does not")
    mutating func hintBeyondBudget() throws {
        var state = BackoffState(policy: Self.doubling(elapsed: .seconds(10)), startedAt: .zero)
        #expect(try Self.wait(fail(&state, hint: .seconds(10))).until == .seconds(10))
        #expect(fail(&state, at: .seconds(1), hint: .seconds(10)) == .giveUp(.elapsed))
    }

    @Test("R1: a negative hint counts as none")
    mutating func negativeHint() throws {
        var state = BackoffState(policy: Self.doubling(), startedAt: .zero)
        let wait = try Self.wait(fail(&state, at: .seconds(5), hint: .seconds(-60)))
        #expect(wait == RetryWait(until: .seconds(6), earliest: .seconds(5)))
    }

    @Test("R1: permanent failures and a person's decisions are never retried")
    mutating func neverRetried() {
        var state = BackoffState(policy: .persistent, startedAt: .zero)
        #expect(state.attemptFailed(.permanent, now: .zero, using: &generator) == .giveUp(.permanent))
        #expect(state.attemptFailed(.user, now: .zero, using: &generator) == .giveUp(.user))
    }

    @Test("R2: a flush starts the delays small again, but keeps the attempts counted")
    mutating func flush() throws {
        var state = BackoffState(policy: Self.doubling(attempts: 5), startedAt: .zero)
        for _ in 0..<3 { _ = fail(&state) }
        state.flushed()
        #expect(try Self.wait(fail(&state, at: .seconds(2))).until == .seconds(3))
        #expect(fail(&state, at: .seconds(3)) == .giveUp(.attempts))
    }
}
