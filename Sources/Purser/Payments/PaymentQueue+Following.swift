/// How a payment ended, for those who follow it without waiting.
package enum FollowedEnding: Sendable {
    /// The customer is not charged, and the reason is not their own.
    case refused(PurchaseFailure)
    /// Anything else: bought, put off, cancelled, or nobody can say.
    case other
}

// Following payments: being told how they ended, also when the caller has stopped waiting.
extension PaymentQueue {
    /// Tells how a payment ends; call it before the payment is queued.
    ///
    /// - Parameter body: called once, inside the queue; it must not wait. A store that closes calls it not at all.
    package nonisolated func follow(_ token: PaymentToken, _ body: @escaping @Sendable (FollowedEnding) -> Void) {
        commands.post(.follow(token, body))
    }

    /// Payments ended with these answers.
    func tellFollowers(_ answers: [(PaymentToken, PaymentAnswer)]) {
        guard !followers.isEmpty else { return }
        for (token, answer) in answers {
            guard case .failed(let failure) = answer, !failure.code.mayBeCharged, failure.code != .ledgerUnavailable
            else {
                followers.removeValue(forKey: token)?(.other)
                continue
            }
            followers.removeValue(forKey: token)?(.refused(failure))
        }
    }

    /// A payment failed before the backend took it.
    func tellFollower(_ token: PaymentToken, _ failure: PurchaseFailure) {
        guard !followers.isEmpty, let follower = followers.removeValue(forKey: token) else { return }
        let isRefusal = failure.code != .paymentCancelled && !failure.code.mayBeCharged
        follower(isRefusal ? .refused(failure) : .other)
    }
}

extension PurchaseFailure.Code {
    /// Whether the customer may be charged, or is, although the call failed like this.
    fileprivate var mayBeCharged: Bool {
        switch self {
        case .outcomeUnknown, .verificationFailed, .verificationUnavailable, .invalidTransaction,
            .conflictingTransaction, .setAside,
            .ownedByAnotherAccount, .unknownTransaction, .storeClosed, .accountSwitched:
            true
        default: false
        }
    }
}
