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
    /// The quantity that its payment asked for: 1 for any number of seats.
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

// Which transactions may be those of a payment.
extension PaymentRow {
    /// The tolerance when dates decide that a purchase is older than a payment.
    package static var tolerance: Duration { .seconds(300) }

    /// Whether a transaction may be this payment's at this monotonic time; a field that was not reported excludes nothing.
    package func mayBe(_ report: PaymentReport, at now: Duration) -> Bool {
        productID == report.productID && quantity == report.quantity
            && (report.account == nil || report.account == account)
            && report.firstArrival > arrival && !isTooOld(report, at: now)
    }

    /// Whether a known transaction may be this payment's, when the backend names the payment: one that was reported
    /// before any payment of this launch was open is older than a payment of this launch.
    func mayHaveAsked(for report: PaymentReport) -> Bool {
        productID == report.productID && (submitTime == nil || report.firstArrival > 0)
    }

    /// Whether the dates of the App Store exclude that a transaction is this payment's.
    ///
    /// The device's clock decides nothing. Either the purchase is older than a date that the App Store had signed
    /// before the request. Or its age, by two dates of the App Store, is longer than the time since the submission; for
    /// a payment of an earlier launch that time is not known.
    private func isTooOld(_ report: PaymentReport, at now: Duration) -> Bool {
        if let trustedTime = intent.trustedTime, report.purchaseTime.advanced(by: Self.tolerance) < trustedTime {
            return true
        }
        guard let submitTime, let age = report.signedTime?.time(after: report.purchaseTime) else { return false }
        return age > now - submitTime + Self.tolerance
    }
}
