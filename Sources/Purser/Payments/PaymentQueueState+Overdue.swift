// Payments that take long.
extension PaymentQueueState {
    /// Payments go out to the backend.
    package mutating func wentOut(_ payments: [BackendPayment], at now: Duration) {
        let time = min(Int32(clamping: now.components.seconds), .max - 2) + 1
        for index in payments.indices { waiting.update(payments[index].token) { $0.submissionTime = time } }
    }

    /// A payment under way holds up no other any more.
    ///
    /// - Returns: whether it was under way.
    @discardableResult
    package mutating func gaveUpPlace(_ token: PaymentToken) -> Bool {
        let wasUnderWay = waiting.update(token) { payment in
            guard payment.progress == .underWay else { return false }
            payment.progress = .leftBehind
            return true
        }
        if wasUnderWay == true { underWay -= 1 }
        return wasUnderWay == true
    }

    /// Payments take too long: they hold up no other, and nobody waits for them any more.
    ///
    /// - Returns: those who waited.
    package mutating func leftBehind(_ tokens: [PaymentToken]) -> [(intent: PaymentIntent, caller: Caller)] {
        tokens.compactMap { token in gaveUpPlace(token) ? stoppedWaiting(token) : nil }
    }

    /// The payments that were handed to the backend by a time and are under way, and when the oldest of the others was.
    package func overdue(submittedBy time: Duration) -> (tokens: [PaymentToken], oldest: Duration?) {
        var tokens: [PaymentToken] = []
        var oldest: Duration?
        // One that was asked for in this very moment is under way, and goes out behind this look.
        for payment in waiting.values where payment.progress == .underWay && payment.submissionTime < .max {
            let submission = Duration.seconds(Int64(payment.submissionTime))
            if submission <= time {
                tokens.append(payment.intent.token)
            } else {
                oldest = min(oldest ?? submission, submission)
            }
        }
        return (tokens.sorted { $0.number < $1.number }, oldest)
    }
}
