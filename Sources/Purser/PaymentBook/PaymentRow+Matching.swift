// Which transactions may be those of a payment.
extension PaymentRow {
    /// The tolerance when dates decide that a purchase is older than a payment.
    package static var tolerance: Duration { .seconds(300) }

    /// Whether a transaction may be this payment's, as far as it is reported.
    ///
    /// A field that was not reported excludes nothing.
    ///
    /// - Parameter now: the monotonic time.
    package func mayBe(_ report: PaymentReport, at now: Duration) -> Bool {
        productID == report.productID && quantity == report.quantity
            && (report.account == nil || report.account == account)
            && report.firstArrival > arrival && !isTooOld(report, at: now)
    }

    /// Whether a known transaction may be this payment's, when the backend names the payment.
    ///
    /// A transaction that was reported before any payment of this launch was open is older than a payment of this
    /// launch.
    func mayHaveAsked(for report: PaymentReport) -> Bool {
        productID == report.productID && (submitTime == nil || report.firstArrival > 0)
    }
}

extension PaymentRow {
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
