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
    mutating func accept(_ decision: PaymentDecision, on report: PaymentReport) {
        var changed: [PaymentRow] = []
        accept(decision, on: report, changed: &changed)
    }
}
