/// What ends the wait of a payer.
///
/// Smaller than what the caller gets: it travels from the router to the queue to the caller with every purchase.
package enum PaymentAnswer: Sendable {
    /// Paid for, recorded, and handed over where that is for Purser to do.
    case purchased(StoreUpdate, needsFinish: Bool)
    /// Somebody else must decide first.
    case pending
    /// The customer cancelled.
    case cancelled
    case failed(PurchaseFailure)
}

/// What the router tells the queue once a batch is in the ledger.
package struct PaymentAnswers: Sendable {
    package var payments: [(PaymentToken, PaymentAnswer)] = []
    package var restored: [Restored] = []
    package var restoreEndings: [(RestoreID, BackendError?)] = []

    package init() {}

    package var isEmpty: Bool { payments.isEmpty && restored.isEmpty && restoreEndings.isEmpty }
}
