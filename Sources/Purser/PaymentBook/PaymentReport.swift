/// A backend's report of a transaction: the parts that decide its payment and its user.
package struct PaymentReport: Sendable {
    /// The reason why the backend reports it.
    package enum Origin: Sendable, Hashable {
        /// It answers the payment of this token; `nil` when the platform does not report which.
        case payment(PaymentToken?)
        /// A restore reports it; the token is that of its payment, if the backend has it.
        case restore(PaymentToken?)
        /// It answers no waiting payment; the token is that of its payment, if the backend has it.
        case other(PaymentToken?)
        /// It has no payment of this app on this device, according to the platform at that moment.
        case elsewhere
    }

    /// The transaction's identifier, with its environment.
    package var id: String
    /// The product.
    package var productID: String
    /// How many of it were bought.
    package var quantity = 1
    /// The account token that it names; `nil` when it names none, or the platform does not report it.
    package var account: UserID?
    /// The reason for the report.
    package var origin: Origin
    /// Whether it may belong to a payment: it is no renewal, no restored copy, and not shared by the family.
    package var isPurchase = true
    /// When it was bought, by the App Store.
    package var purchaseTime: Timestamp
    /// The date of the signature; `nil` when it was not signed, or the platform does not report it.
    package var signedTime: Timestamp?
    /// The number of the arrival that reported it first in this launch, counted from 1.
    package var firstArrival: UInt64
    /// The holder of the latest earlier period of its subscription, or of the purchase of which it is a copy; `nil`
    /// when there is none.
    package var earlierHolder: UserID?

    /// The payment that the backend names; `nil` when it names none.
    package var namedPayment: PaymentToken? {
        switch origin {
        case .payment(let token), .restore(let token), .other(let token): token
        case .elsewhere: nil
        }
    }

    /// Whether the named payment is the transaction's own, and not merely answered with it.
    var namesAsker: Bool {
        switch origin {
        case .restore(.some), .other(.some): true
        case .payment, .restore, .other, .elsewhere: false
        }
    }

    var isAnswer: Bool { if case .payment = origin { true } else { false } }

    /// Whether a restore reports it.
    package var isRestored: Bool { if case .restore = origin { true } else { false } }
}

extension Holding {
    /// Whether a report is of another purchase than the recorded one: dates are compared to the second, because
    /// platforms round them differently (D3).
    package func isAnother(than report: PaymentReport) -> Bool {
        transaction.productID != report.productID || !transaction.purchaseTime.isWithinSecond(of: report.purchaseTime)
    }

    func isNewer(than report: PaymentReport) -> Bool { report.signedTime.isEarlier(than: transaction.signedTime) }
}
