/// When reports are verified or recorded again after a failure.
struct IntakeRetries: Sendable {
    private let policies: RetryPolicies
    private var backoffs = Backoffs<RetryStage>()
    /// How often in a row the retries of verifying were used up.
    private var rounds = 0

    init(_ policies: RetryPolicies) { self.policies = policies }

    /// Records the success of a stage: its next failure starts with the shortest pause.
    mutating func succeeded(_ stage: RetryStage) {
        backoffs.succeeded(stage)
        if stage == .verification { rounds = 0 }
    }

    /// Starts another operation than the failed one, with the whole policy.
    mutating func startAnew(_ stage: RetryStage) { backoffs.succeeded(stage) }

    mutating func failed(
        _ stage: RetryStage, _ error: any Error, now: Duration, using generator: inout some RandomNumberGenerator
    ) -> RetryDecision {
        let policy = stage == .ledger ? policies.ledger : policies.verification
        return backoffs.failed(stage, error, policy: policy, now: now, using: &generator).decision
    }

    /// The pause before transactions are verified again whose retries are used up, and for which no call waits any
    /// more: it grows from a minute to an hour.
    mutating func longWait(now: Duration, using generator: inout some RandomNumberGenerator) -> RetryWait {
        let longest = min(3_600_000, 60_000 << rounds)
        rounds = min(rounds + 1, 6)
        return RetryWait(
            until: now + .milliseconds(Int.random(in: longest / 2...longest, using: &generator)), earliest: now)
    }
}
