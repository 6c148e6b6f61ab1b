/// A wait before the next attempt: when it ends, and how early a flush may end it.
package struct RetryWait: Sendable, Hashable {
    /// The moment of the next attempt, by the store's clock.
    package var until: Duration
    /// When the server's hint ends: no flush starts the attempt before this moment.
    package var earliest: Duration

    /// A wait between two readings of the store's clock.
    package init(until: Duration, earliest: Duration) {
        self.until = until
        self.earliest = earliest
    }
}

/// The decision after a failed attempt.
package enum RetryDecision: Sendable, Hashable {
    /// Try again at the end of this wait.
    case wait(RetryWait)
    /// Do not try again.
    case giveUp(RetryEnd)
}

/// The reason why there is no further attempt.
package enum RetryEnd: Sendable, Hashable {
    /// The failure was permanent.
    case permanent
    /// A person cancelled or declined.
    case user
    /// All attempts of the policy are used.
    case attempts
    /// The policy's time is over, or the server's hint is later than its end.
    case elapsed
}

/// The retries of one operation: it counts the failures and decides when to retry and when to stop.
///
/// Times are readings of the store's clock; the caller passes them in, and the random number generator too.
package struct BackoffState: Sendable, Hashable {
    /// The limits of the attempts and the lengths of the waits.
    package let policy: RetryPolicy
    /// When the first attempt started; `maximumElapsed` counts from here.
    package let startedAt: Duration
    /// The number of attempts that failed.
    package private(set) var failures = 0
    /// `min(maximumDelay, initialDelay × multiplierⁿ)`, step by step: the power would overflow before attempt 10,000.
    private var ceiling: Duration

    /// The first attempt starts now, at this reading of the store's clock.
    package init(policy: RetryPolicy, startedAt: Duration) {
        self.policy = policy
        self.startedAt = startedAt
        ceiling = policy.initialDelay
    }

    /// Records an attempt that failed at `now`.
    package mutating func attemptFailed(
        _ retryClass: RetryClass, now: Duration, using generator: inout some RandomNumberGenerator
    ) -> RetryDecision {
        failures += 1
        switch retryClass {
        case .permanent: return .giveUp(.permanent)
        case .user: return .giveUp(.user)
        case .retryable(let hint):
            if let limit = policy.maximumAttempts, failures >= limit { return .giveUp(.attempts) }
            return schedule(earliest: now + (hint ?? .zero).clampedForRetry, now: now, using: &generator)
        }
    }

    /// After a flush the delays start small again, because failures without a network do not concern the server.
    ///
    /// The attempts stay counted, so that an unstable network does not extend the budget.
    package mutating func flushed() { ceiling = policy.initialDelay }

    private mutating func schedule(
        earliest: Duration, now: Duration, using generator: inout some RandomNumberGenerator
    ) -> RetryDecision {
        var until = earliest + delay(using: &generator)
        if let budget = policy.maximumElapsed {
            let end = startedAt + budget
            guard now < end, earliest <= end else { return .giveUp(.elapsed) }
            until = min(until, end)
        }
        return .wait(RetryWait(until: until, earliest: earliest))
    }

    /// Draws one wait, in whole nanoseconds, and raises the ceiling for the next one.
    private mutating func delay(using generator: inout some RandomNumberGenerator) -> Duration {
        let random = ceiling * policy.jitter.share
        let drawn = Int64.random(in: 0...random.wholeNanoseconds, using: &generator)
        let delay = (ceiling - random) + .nanoseconds(drawn)
        ceiling = min(policy.maximumDelay, ceiling * policy.multiplier)
        return delay
    }
}

extension Duration {
    /// Rounded down; a policy's longest duration, 100 years, is a third of what fits.
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

/// The retries of several operations, each by its own key: after a success or the last attempt a key starts again.
package struct Backoffs<Key: Hashable & Sendable>: Sendable {
    private var states: [Key: BackoffState] = [:]

    /// No attempt has failed.
    package init() {}

    /// Whether there are no retries.
    package var isEmpty: Bool { states.isEmpty }

    /// Records a successful attempt, or the beginning of another operation than the failed one.
    package mutating func succeeded(_ key: Key) {
        if !isEmpty { states[key] = nil }
    }

    /// Records a failed attempt; returns the decision, and the number of the attempt, counted from 1.
    package mutating func failed(
        _ key: Key, _ error: any Error, policy: RetryPolicy, now: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> (decision: RetryDecision, attempt: Int) {
        var state = states[key] ?? BackoffState(policy: policy, startedAt: now)
        let decision = state.attemptFailed(RetryClass(of: error), now: now, using: &generator)
        // After the last attempt, the next try starts with the whole policy.
        if case .wait = decision { states[key] = state } else { states[key] = nil }
        return (decision, state.failures)
    }
}
