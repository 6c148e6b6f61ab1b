/// Ends the wait of a payer.
///
/// Smaller than the caller's result, because it passes from the processor to the queue to the caller with every
/// purchase.
package enum PaymentAnswer: Sendable {
    /// Paid for, recorded, and, unless the app finishes it, delivered.
    case purchased(StoreUpdate, needsFinish: Bool)
    /// It has no transaction, or none yet.
    indirect case unpaid(PurchaseOutcome)
    /// The payment failed, for this reason.
    case failed(PurchaseFailure)
}

/// A payment that ended, and the answer for its caller.
package struct AnsweredPayment: Sendable {
    /// The payment.
    package var token: PaymentToken
    /// The answer for its caller.
    package var answer: PaymentAnswer
}

/// The processor's answers to the payment queue once a batch is in the ledger, for the waiting callers.
package struct PaymentAnswers: Sendable {
    /// Payments that ended; each occurs at most once.
    package var payments: [AnsweredPayment] = []
    /// Waiting payments whose transactions are recorded, and whose callers are answered after the delivery.
    package var taken: [PaymentToken] = []

    /// No answers.
    package init() {}

    /// Whether there is nothing to answer.
    package var isEmpty: Bool { payments.isEmpty && taken.isEmpty }
}

/// The processor's answers to the restores once a batch is in the ledger.
package struct RestoreAnswers: Sendable {
    /// The transactions of restores, each with its result.
    package var restored: [Restored] = []
    /// Restores that ended.
    package var endings: [RestoreEnding] = []

    /// No answers.
    package init() {}

    /// Whether there is nothing to answer.
    package var isEmpty: Bool { restored.isEmpty && endings.isEmpty }
}
