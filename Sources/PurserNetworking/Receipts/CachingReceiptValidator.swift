public import Purser

/// Lets callers at the same time share one request for a receipt, and its answer count for a while.
///
/// One request is under way for a receipt, and goes on until nobody waits for it. A failure ends all calls that wait for it, and is not
/// kept.
public struct CachingReceiptValidator: ReceiptValidator {
    private let answers: SharedAnswers<StoreReceipt, ReceiptAnswer>

    /// - Parameters:
    ///   - validator: who is asked.
    ///   - lifetime: how long an answer counts, by the clock's monotonic reading; a subscription's end is then told late by as
    ///     much.
    ///   - limit: how many answers are kept at most; 0 keeps none, and callers at the same time still share one request.
    ///   - clock: what the lifetime is measured by.
    public init(
        _ validator: any ReceiptValidator, lifetime: Duration = .seconds(60), limit: Int = 32,
        clock: any StoreClock = SystemClock()
    ) {
        answers = SharedAnswers(lifetime: lifetime, limit: limit, clock: clock) { try await validator.validate($0) }
    }

    /// What a server says of a receipt, or has said not long ago.
    ///
    /// - Throws: what the validator throws; `CancellationError` when the task was cancelled.
    public func validate(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        try await answers.value(for: receipt)
    }

    /// Forgets every answer, and those that are on their way: the next call asks.
    public func forgetAnswers() { answers.forget() }
}
