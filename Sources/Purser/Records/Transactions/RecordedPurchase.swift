/// What the payment book has to know of a transaction that is on record.
package struct RecordedPurchase: Sendable {
    /// The transaction as it is on record.
    package let transaction: StoreTransaction
    /// The payment that asked for it; `nil` when none was found.
    package let payment: PaymentToken?

    init(_ recorded: LedgerTransaction) { (transaction, payment) = (recorded.transaction, recorded.intent?.token) }
}
