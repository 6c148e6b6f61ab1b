/// The functions that are called when payments end, besides the waiting callers.
///
/// Each is called once, inside the queue, and must not wait. A store that closes calls none of them.
struct PaymentFollowers: Sendable {
    /// Gets the failure of a payment for which the customer is not charged and which the customer did not cancel; `nil`
    /// after any other end: bought, pending, cancelled, or unknown.
    typealias Body = @Sendable (_ rejection: PurchaseFailure?) -> Void

    private var bodies: [PaymentToken: Body] = [:]

    /// Adds an observer of a payment that is not queued yet.
    mutating func add(_ body: @escaping Body, for token: PaymentToken) {
        bodies[token] = body
    }

    mutating func ended(_ answers: [(PaymentToken, PaymentAnswer)]) {
        guard !bodies.isEmpty else { return }
        for (token, answer) in answers {
            guard let body = bodies.removeValue(forKey: token) else { continue }
            if case .failed(let failure) = answer, !failure.code.mayBeCharged, failure.code != .ledgerUnavailable {
                body(failure)
            } else {
                body(nil)
            }
        }
    }

    /// Records a payment that could not be submitted.
    ///
    /// - Parameter mayBeTaken: whether the backend may have accepted it.
    mutating func failed(_ token: PaymentToken, _ failure: PurchaseFailure, mayBeTaken: Bool) {
        guard !bodies.isEmpty, let body = bodies.removeValue(forKey: token) else { return }
        let isRejection = failure.code != .paymentCancelled && !(mayBeTaken && failure.code.mayBeCharged)
        body(isRejection ? failure : nil)
    }
}

extension PurchaseFailure.Code {
    /// Whether the customer may be charged, or is, although the call failed like this.
    fileprivate var mayBeCharged: Bool {
        switch self {
        case .outcomeUnknown, .verificationFailed, .verificationUnavailable, .invalidTransaction,
            .conflictingTransaction, .deliveryFailed,
            .ownedByAnotherAccount, .unknownTransaction, .storeClosed, .accountSwitched:
            true
        default: false
        }
    }
}
