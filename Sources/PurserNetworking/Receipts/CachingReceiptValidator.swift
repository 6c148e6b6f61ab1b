public import Purser

/// Shares one request for a receipt between callers at the same time, and reuses its answer for a while.
///
/// A request continues while a caller waits for it. A failure ends all calls that wait for it, and is not kept.
public struct CachingReceiptValidator: ReceiptValidator {
    private let answers: SharedAnswers<StoreReceipt, ReceiptAnswer>

    /// - Parameters:
    ///   - validator: the validator to call.
    ///   - lifetime: how long an answer is reused, by the clock's monotonic reading; the end of a subscription may be noticed late
    ///     by this time.
    ///   - limit: the greatest number of kept answers; 0 keeps none, and callers at the same time still share one request.
    ///   - clock: the clock that measures the lifetime.
    public init(
        _ validator: any ReceiptValidator, lifetime: Duration = .seconds(60), limit: Int = 32,
        clock: any StoreClock = SystemClock()
    ) {
        answers = SharedAnswers(lifetime: lifetime, limit: limit, clock: clock) { try await validator.validate($0) }
    }

    /// The validator's answer about a receipt, or a kept one.
    ///
    /// - Throws: the validator's error; `CancellationError` when the task was cancelled.
    public func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        try await answers.value(for: receipt)
    }

    /// Drops all answers, also those of running requests: the next call makes a request.
    public func forgetAnswers() { answers.forget() }
}
