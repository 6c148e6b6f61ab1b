/// The holder of a transaction, as it is recorded for all users of a store's folder (U3).
package struct PurchaseHolder: Sendable, Hashable {
    /// The user who has it.
    package var user: UserID
    /// Whether the user was guessed, because no report named one.
    package var isGuessed: Bool
    /// The payment of the transaction; `nil` when none was found.
    package var payment: PaymentToken?
    /// Whether that payment was assigned by a guess.
    package var isPaymentGuessed = false
    /// The product.
    package var productID: String
    /// When it was bought, by the App Store.
    package var purchaseTime: Timestamp
    /// When the latest version was signed; `nil` when it was not signed.
    package var signedTime: Timestamp?
    /// Whether the latest version is revoked or upgraded.
    package var isRevoked: Bool
    /// The environment in which it was bought.
    package var environment: StoreEnvironment
    /// The original transaction of its subscription; `nil` when it is that one.
    package var originalID: String?
    /// The fields of it that a later version has recorded.
    package var laterFields = LaterFields()

    /// The holder of a transaction as it is described.
    package init(
        _ user: UserID, of transaction: StoreTransaction, isGuessed: Bool, payment: PaymentToken? = nil,
        isPaymentGuessed: Bool = false
    ) {
        (self.user, self.isGuessed) = (user, isGuessed)
        (self.payment, self.isPaymentGuessed) = (payment, isPaymentGuessed)
        (productID, purchaseTime) = (transaction.productID, transaction.purchaseTime)
        (signedTime, isRevoked) = (transaction.signedTime, transaction.isRevokedOrUpgraded)
        environment = transaction.environment
        originalID = transaction.originalID == transaction.id ? nil : transaction.originalID
    }
}

/// The recorded name and holder of a transaction; a class, because it is large and passed through many functions.
final class HolderEntry: Sendable {
    /// The transaction's identifier, or another one by which it is recorded.
    let id: String
    /// The holder; `nil` when there is none.
    let holder: PurchaseHolder?

    /// An entry.
    init(_ id: String, _ holder: PurchaseHolder?) { (self.id, self.holder) = (id, holder) }
}
