/// The retries of several pieces of work, each by its own key: one that succeeds, or is given up, starts anew the next time.
package struct Backoffs<Key: Hashable & Sendable>: Sendable {
    private var states: [Key: BackoffState] = [:]

    /// No attempt has failed.
    package init() {}

    /// Whether no retry is under way.
    package var isEmpty: Bool { states.isEmpty }

    /// An attempt has succeeded, or something else than what failed before is tried.
    package mutating func succeeded(_ key: Key) {
        if !isEmpty { states[key] = nil }
    }

    /// An attempt has failed.
    ///
    /// - Parameters:
    ///   - now: the present reading of the store's clock.
    ///   - generator: where the jitter of the pause comes from.
    /// - Returns: what follows, and the number of the attempt, counted from 1.
    package mutating func failed(
        _ key: Key, _ error: any Error, policy: RetryPolicy, now: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> (decision: RetryDecision, attempt: Int) {
        var state = states[key] ?? BackoffState(policy: policy, startedAt: now)
        let decision = state.attemptFailed(RetryClass(of: error), now: now, using: &generator)
        // What is given up has a whole policy before it when it is tried once more.
        if case .wait = decision { states[key] = state } else { states[key] = nil }
        return (decision, state.failures)
    }
}
