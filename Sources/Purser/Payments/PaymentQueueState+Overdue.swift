// Payments that take long.
extension PaymentQueueState {
    /// Payments are submitted to the backend.
    package mutating func wentOut(_ payments: [BackendPayment], at now: Duration) {
        let time = min(Int32(clamping: now.components.seconds), .max - 2) + 1
        for index in payments.indices {
            waiting.update(payments[index].token) { if $0.placeTime != nil { $0.placeTime = time } }
        }
    }

    /// Payments timed out: they delay no others, and no call waits for them any more.
    ///
    /// - Returns: the payments with their callers.
    package mutating func timedOut(_ tokens: [PaymentToken]) -> [Waiting] {
        tokens.compactMap { token in gaveUpPlace(token) ? stoppedWaiting(token) : nil }
    }

    /// The payments that were submitted by a time and are still open, and the submission of the oldest of the others.
    package func overdue(submittedBy limit: Duration) -> (tokens: [PaymentToken], oldest: Duration?) {
        var tokens: [PaymentToken] = []
        var oldest: Duration?
        // A payment that was requested at this very moment counts as open, and is submitted after this check.
        for payment in waiting.values {
            guard let time = payment.placeTime, time < .max else { continue }
            let submission = Duration.seconds(Int64(time))
            if submission <= limit {
                tokens.append(payment.intent.token)
            } else {
                oldest = min(oldest ?? submission, submission)
            }
        }
        return (tokens.sorted { $0.number < $1.number }, oldest)
    }
}
