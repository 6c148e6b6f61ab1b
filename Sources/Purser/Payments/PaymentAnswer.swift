/// What ends the wait of a payer.
///
/// Smaller than what the caller gets: it travels from the processor to the queue to the caller with every purchase.
package enum PaymentAnswer: Sendable {
    /// Paid for, recorded, and, unless the app finishes it, delivered.
    case purchased(StoreUpdate, needsFinish: Bool)
    /// Somebody else must approve it first.
    case pending
    /// The customer cancelled.
    case cancelled
    /// The payment failed, for this reason.
    case failed(PurchaseFailure)
}

extension IntentEnding {
    /// What is on record of a payment that failed like this.
    package init(of failure: PurchaseFailure) {
        switch failure.code {
        case .outcomeUnknown: self = .interrupted
        case .paymentCancelled: self = .cancelled
        default: self = .failed
        }
    }
}

/// What the processor gives the queue once a batch is in the ledger, for the callers that wait there.
package struct PaymentAnswers: Sendable {
    /// Payments that ended, and what each caller is answered; a payment stands here at most once.
    package var payments: [(PaymentToken, PaymentAnswer)] = []
    /// Waiting payments whose transactions are on record, and whose callers are answered once they are delivered.
    package var taken: [PaymentToken] = []
    /// Whether answers have named their payments so far.
    package var namesPayments = false

    /// No answers.
    package init() {}

    /// Whether there is nothing to answer.
    package var isEmpty: Bool { payments.isEmpty && taken.isEmpty && !namesPayments }
}

/// What the processor gives the restores once a batch is in the ledger.
package struct RestoreAnswers: Sendable {
    /// The transactions that restores delivered, each with what became of it.
    package var restored: [Restored] = []
    /// Restores that ended, each with the backend's error; `nil` where it succeeded.
    package var endings: [(RestoreID, BackendError?)] = []

    /// No answers.
    package init() {}

    /// Whether there is nothing to answer.
    package var isEmpty: Bool { restored.isEmpty && endings.isEmpty }
}
