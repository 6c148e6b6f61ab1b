/// The error of a stage whose retries are used up.
///
/// Each attempt failed with an error of class `.retryable`.
///
/// Permanent failures and a person's decisions are thrown unchanged, not in this error.
public struct RetryExhausted: RetryClassifying, CustomStringConvertible {
    /// The stage that did not succeed.
    public let stage: RetryStage
    /// The number of attempts made.
    public let attempts: Int
    /// The time from the start of the first attempt to the failure of the last one.
    public let elapsed: Duration
    /// The error of the last attempt.
    public let underlying: any Error

    /// The end of a stage's retries.
    package init(stage: RetryStage, attempts: Int, elapsed: Duration, underlying: any Error) {
        self.stage = stage
        self.attempts = attempts
        self.elapsed = elapsed
        self.underlying = underlying
    }

    /// Permanent.
    ///
    /// Retries around retries would multiply the load on a server in trouble.
    public var retryClass: RetryClass { .permanent }

    /// The stage, the attempts, the last error, and the next step.
    public var description: String {
        "The \(stage) stage did not succeed in \(attempts) attempt\(attempts == 1 ? "" : "s") over \(elapsed). "
            + "Last error: \(underlying). Try again later, or give the stage a retry policy with a larger budget."
    }
}
