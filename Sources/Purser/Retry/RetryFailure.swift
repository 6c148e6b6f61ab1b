#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error of a stage whose retries are used up.
///
/// Each attempt failed with an error of class `.retryable`.
///
/// Permanent failures and a person's decisions are thrown unchanged, not in this error.
public struct RetryFailure: StoreFailure, RetryClassifying {
    /// The ways in which retries end.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The retries are used up.
        public static let exhausted = Self(rawValue: "exhausted")
    }

    /// Always ``Code/exhausted``.
    public var code: Code { .exhausted }
    /// The stage that did not succeed.
    public let stage: RetryStage
    /// The number of attempts made.
    public let attempts: Int
    /// The time from the start of the first attempt to the failure of the last one.
    public let elapsed: Duration
    /// The error of the last attempt.
    public var underlying: (any Error)? { last }
    /// The error of the last attempt.
    package let last: any Error

    /// The end of a stage's retries.
    package init(stage: RetryStage, attempts: Int, elapsed: Duration, underlying: any Error) {
        self.stage = stage
        self.attempts = attempts
        self.elapsed = elapsed
        last = underlying
    }

    /// Permanent.
    ///
    /// Retries around retries would multiply the load on a server in trouble.
    public var retryClass: RetryClass { .permanent }

    /// The stage, the attempts, the last error, and the next step.
    public var message: String {
        "The \(stage) stage did not succeed in \(attempts) attempt\(attempts == 1 ? "" : "s") over \(elapsed). "
            + "Last error: \(last). Try again later, or give the stage a retry policy with a larger budget."
    }

    /// The message.
    public var description: String { message }
}
