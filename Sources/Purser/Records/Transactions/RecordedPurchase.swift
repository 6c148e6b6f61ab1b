/// The payment book's data of a recorded transaction.
package struct RecordedPurchase: Sendable {
    /// The transaction as it is recorded.
    package let transaction: StoreTransaction
    /// The payment of the transaction; `nil` when none was found.
    package let payment: PaymentToken?

    init(_ recorded: LedgerTransaction) { (transaction, payment) = (recorded.transaction, recorded.intent?.token) }
}
