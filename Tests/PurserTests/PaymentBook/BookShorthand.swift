@testable import Purser

extension PaymentRow {
    /// A payment of these terms, without a caller's other wishes.
    init(token: PaymentToken, user: UserID?, terms: Terms, requestTime: Timestamp, trustedTime: Timestamp? = nil) {
        let request = PaymentRequest(
            productID: terms.productID, quantity: terms.quantity, appAccountToken: terms.account?.token)
        self.init(
            PaymentIntent(token: token, request: request, requestTime: requestTime, trustedTime: trustedTime), of: user)
    }
}

extension PaymentBook {
    /// Carries out a decision that is not going to be undone.
    mutating func accept(_ decision: PaymentDecision) {
        var changed: [PaymentRow] = []
        accept(decision, changed: &changed)
    }
}

extension Holding {
    /// What a user has.
    init?(
        productID: String, purchaseTime: Timestamp, signedTime: Timestamp? = nil, holder: UserID?,
        payment: PaymentToken? = nil
    ) {
        var fields = StoreTransaction.Fields(
            id: "t", productID: productID, productType: .consumable, purchaseTime: purchaseTime)
        fields.signedTime = signedTime
        let intent = payment.map {
            PaymentIntent(token: $0, request: PaymentRequest(productID: productID), requestTime: purchaseTime)
        }
        let update = StoreUpdate(
            sequence: 1, phase: .complete, kind: .purchased, transaction: StoreTransaction(fields), intent: intent,
            recordTime: purchaseTime)
        self.init(LedgerTransaction(update, steps: []), of: holder)
    }
}
