/// What became of a payment for a promoted purchase.
package enum PromotionFate: Sendable, Hashable {
    /// The customer was not charged and did not cancel, or the payment was never submitted.
    case rejected
    /// The purchase was bought, waits for an approval, or was cancelled by the customer.
    case over
    /// It is not known: the payment is being made, or its outcome is unknown.
    case open

    /// What a recorded ending says.
    package init(_ ending: IntentEnding) {
        switch ending {
        case .failed, .withdrawn: self = .rejected
        case .pending, .cancelled, .answered: self = .over
        case .interrupted: self = .open
        }
    }
}

extension IntakeState {
    /// What became of a payment that no session follows any more.
    ///
    /// - Parameters:
    ///   - ledger: the records of its user.
    ///   - absent: those of the users who have no session.
    package func fate(
        of payment: PaymentToken, ledger: borrowing LedgerState, beside absent: borrowing StoreRecords?
    ) -> PromotionFate {
        let isPaid = absent?.containsUser { $0.transactions.hasTransaction(paidBy: payment) } ?? false
        if isPaid || ledger.transactions.hasTransaction(paidBy: payment) { return .over }
        // Every payment is recorded before it is submitted.
        guard let row = book.payments[payment] else { return .rejected }
        return row.state == .guessed ? .over : PromotionFate(row.state.ending)
    }
}
