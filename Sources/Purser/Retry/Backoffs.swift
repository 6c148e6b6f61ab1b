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

    /// Records a failed attempt.
    ///
    /// - Parameters:
    ///   - now: the current reading of the store's clock.
    ///   - generator: the source of the pause's jitter.
    /// - Returns: the decision, and the number of the attempt, counted from 1.
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
