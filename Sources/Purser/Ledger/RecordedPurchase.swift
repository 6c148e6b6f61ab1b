/// What the payment book has to know of a transaction that is on record.
package struct RecordedPurchase: Sendable {
    /// The product.
    package let productID: String
    /// When it was bought, by the store.
    package let purchaseTime: Timestamp
    /// When the store signed the latest description on record; `nil` when it was not signed.
    package let signedTime: Timestamp?
    /// The payment that asked for it; `nil` when none was found.
    package let payment: PaymentToken?
    /// Whether it was revoked, refunded or upgraded.
    package let isRevoked: Bool
    /// The transaction as it is on record.
    package let transaction: StoreTransaction

    init(_ recorded: LedgerTransaction) {
        transaction = recorded.transaction
        (productID, purchaseTime) = (transaction.productID, transaction.purchaseTime)
        (signedTime, payment) = (transaction.signedTime, recorded.intent?.token)
        isRevoked = recorded.life.isTakenBack
    }
}
