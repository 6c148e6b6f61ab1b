/// Runs an operation until it succeeds, fails permanently, or has used up its retry policy.
///
/// Owns the random number generator of the waits. Promises: after a permanent failure or a person's decision there is
/// no other attempt; no attempt starts before the time that the server has requested; every call returns or throws
/// once. It starts no tasks of its own and stays on the caller's actor.
package struct Retrier: Sendable {
    private let timer: RetryTimer
    private let generator: Lock<any RandomNumberGenerator & Sendable>

    /// Waits by the store's timer, so that one flush reaches all; a seeded generator makes a run repeatable.
    package init(
        timer: RetryTimer, generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.timer = timer
        self.generator = Lock(generator)
    }

    /// Runs `operation`, which gets the number of its attempt, counted from 1.
    ///
    /// - Throws: a permanent or user error unchanged; `RetryFailure` when the policy is used up;
    ///   `CancellationError` only when the task was cancelled, or the timer closed, before an attempt succeeded: one
    ///   that `operation` throws by itself is retried like any other error.
    package func run<Value>(
        _ stage: RetryStage, policy: RetryPolicy, transactionID: String? = nil,
        isolation: isolated (any Actor)? = #isolation, operation: (_ attempt: Int) async throws -> Value
    ) async throws -> Value {
        var backoff = BackoffState(policy: policy, startedAt: timer.clock.now())
        while true {
            // Read before the attempt, so that the wait ends at once if the network came back during the attempt.
            let flushCount = timer.flushCount
            do {
                return try await operation(backoff.failures + 1)
            } catch {
                let wait = try nextWait(after: error, of: stage, transactionID, &backoff)
                if try await timer.wait(wait, after: flushCount) == .event { backoff.flushed() }
            }
        }
    }

    private func nextWait(
        after error: any Error, of stage: RetryStage, _ transactionID: String?, _ backoff: inout BackoffState
    ) throws -> RetryWait {
        let now = timer.clock.now()
        let retryClass = RetryClass(of: error)
        // First, so that the end of the work is never reported as the failure of its last attempt.
        if case .retryable = retryClass, Task.isCancelled || timer.isClosed { throw CancellationError() }
        let decision = generator.withLock { generator in
            backoff.attemptFailed(retryClass, now: now, using: &generator)
        }
        timer.report(decision, stage, attempt: backoff.failures, transactionID: transactionID)
        switch decision {
        case .wait(let wait):
            return wait
        case .giveUp(.permanent), .giveUp(.user):
            throw error
        case .giveUp(.attempts), .giveUp(.elapsed):
            throw RetryFailure(
                stage: stage, attempts: backoff.failures, elapsed: now - backoff.startedAt, underlying: error)
        }
    }
}
