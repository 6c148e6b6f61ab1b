import Purser

// The effects of Apple's known defects on an answer.
extension FaultState {
    /// Whether a defect occurs now.
    mutating func shows(_ defect: StoreDefect) -> Bool {
        guard let chance = plan.defects[defect] else { return false }
        return generator.happens(chance)
    }

    /// Returns an answer with the effects of defects, and the later batches that travel separately.
    mutating func withDefects(_ events: [BackendEvent]) -> (first: [BackendEvent], late: [Batch]) {
        guard !plan.defects.isEmpty else { return (events, []) }
        var first: [BackendEvent] = []
        var late: [Batch] = []
        for event in events {
            if case .subscriptionStatus = event, shows(.statusMissing) { continue }
            guard case .transaction(let reported) = event, case .payment(let token) = reported.origin else {
                first.append(event)
                continue
            }
            if let result = wrongResult() {
                first.append(.paymentEnded(reported.ending(of: token, result)))
                late.append(Batch(events: [reported.fromNobody], delay: lateness(), keepsOrder: false))
                continue
            }
            first.append(event)
            guard shows(.purchaseReportedAgain) else { continue }
            late.append(
                Batch(
                    events: [reported.fromNobody], delay: Self.second, keepsOrder: false, isDuplicate: true,
                    reportsFinished: true))
        }
        return (first, late)
    }

    /// The time for which a purchase is not listed, and after which it is reported again.
    static let second = Duration.seconds(1)

    private mutating func wrongResult() -> PaymentEnding.Result? {
        if shows(.cancelledAfterPurchase) { return .cancelled }
        guard shows(.errorBeforeCharge) else { return nil }
        return .failed(BackendFailure(.unknown, "An unknown error occurred, as planned."))
    }

    private mutating func lateness() -> Duration { .milliseconds(1 + generator.below(60_000)) }
}

extension BackendTransaction {
    /// The same transaction, reported without a connection to a payment.
    fileprivate var fromNobody: BackendEvent {
        var reported = self
        reported.origin = .other(nil)
        return .transaction(reported)
    }

    /// The end of the payment that caused it; without a token, its other fields identify the payment.
    fileprivate func ending(of token: PaymentToken?, _ result: PaymentEnding.Result) -> PaymentEnding {
        PaymentEnding(
            token: token, productID: transaction.productID, result: result, quantity: transaction.purchasedQuantity,
            appAccountToken: transaction.appAccountToken)
    }
}
