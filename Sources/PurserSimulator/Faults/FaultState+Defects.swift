import Purser

// What Apple's known defects make of an answer.
extension FaultState {
    /// Whether a defect shows now.
    mutating func shows(_ defect: StoreDefect) -> Bool {
        guard let chance = plan.defects[defect] else { return false }
        return generator.happens(chance)
    }

    /// An answer as the defects leave it, and what comes later on ways of its own.
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

    /// How long the store does not list a purchase, and after how long it tells it again.
    static let second = Duration.seconds(1)

    private mutating func wrongResult() -> PaymentEnding.Result? {
        if shows(.cancelledAfterPurchase) { return .cancelled }
        guard shows(.errorBeforeCharge) else { return nil }
        return .failed(BackendError(.unknown, "An unknown error occurred, by plan."))
    }

    private mutating func lateness() -> Duration { .milliseconds(1 + generator.below(60_000)) }
}

extension BackendTransaction {
    /// The same transaction, as a store tells what it does not connect with any payment.
    fileprivate var fromNobody: BackendEvent {
        var reported = self
        reported.origin = .other(nil)
        return .transaction(reported)
    }

    /// The end of the payment that has led to it; where no token names that, what it says of it tells which one is meant.
    fileprivate func ending(of token: PaymentToken?, _ result: PaymentEnding.Result) -> PaymentEnding {
        PaymentEnding(
            token: token, productID: transaction.productID, result: result, quantity: transaction.purchasedQuantity,
            appAccountToken: transaction.appAccountToken)
    }
}
