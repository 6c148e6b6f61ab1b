import Purser

/// An event of a subscription at its due time.
struct SubscriptionEvent: Sendable, Hashable {
    /// The due time.
    let time: Timestamp
    /// The kind of event.
    let kind: Kind

    /// The kind of event.
    enum Kind: Sendable {
        /// The current period ends: the subscription renews, fails to renew, or ends.
        case periodEnds
        /// The grace period ends.
        case graceEnds
        /// The billing retry ends.
        case retryEnds
    }
}

/// The conditions of a renewal outside its subscription.
struct RenewalConditions: Sendable {
    /// Whether the next period's product is sold.
    var isSold = true
    /// Whether the payment succeeds.
    var isPayable = true
    /// The length of the grace period; `nil` for none.
    var grace: Duration?
    /// The length of the billing retry, from the first failure.
    var retry: Duration
}

/// The result of an event.
enum SubscriptionStep: Sendable, Hashable {
    /// The next period is paid and begins.
    case renews
    /// The subscription enters another phase; if it is over, planned changes are dropped.
    case passes(SubscriptionPhase)
}

extension AccountSubscription {
    /// The next event without any action; `nil` for none.
    var nextEvent: SubscriptionEvent? {
        switch phase {
        case .active: SubscriptionEvent(end, .periodEnds)
        case .grace(let until, _): SubscriptionEvent(until, .graceEnds)
        case .retry(let until): SubscriptionEvent(until, .retryEnds)
        case .revoked: isOver ? nil : SubscriptionEvent(end, .periodEnds)
        case .expired: nil
        }
    }

    /// The result of a due event.
    func step(_ kind: SubscriptionEvent.Kind, under conditions: RenewalConditions) -> SubscriptionStep {
        switch (kind, phase) {
        case (.periodEnds, _): stepAtEnd(under: conditions)
        case (.graceEnds, .grace(let until, let retryUntil)) where isToRenew && until < retryUntil:
            .passes(.retry(until: retryUntil))
        case (.graceEnds, _), (.retryEnds, _):
            .passes(.expired(for: isToRenew ? .billingError : .autoRenewDisabled))
        }
    }

    private func stepAtEnd(under conditions: RenewalConditions) -> SubscriptionStep {
        let reason = reasonToEnd(under: conditions)
        if reason == nil, conditions.isPayable { return .renews }
        // A revoked subscription stays revoked until another transaction.
        if phase == .revoked { return .passes(.revoked) }
        if let reason { return .passes(.expired(for: reason)) }
        let retryUntil = end.advanced(by: conditions.retry)
        guard let grace = conditions.grace else { return .passes(.retry(until: retryUntil)) }
        return .passes(.grace(until: min(end.advanced(by: grace), retryUntil), retryUntil: retryUntil))
    }

    /// The reason why it does not renew; a commitment requires payment of all its parts, as long as they are sold.
    private func reasonToEnd(under conditions: RenewalConditions) -> StoreRenewalInfo.ExpirationReason? {
        if !isToRenew { return .autoRenewDisabled }
        if !isBound, increase?.isAgreed == false { return .didNotConsentToPriceIncrease }
        return conditions.isSold ? nil : .productUnavailable
    }
}

extension SubscriptionEvent {
    /// The last moment of an automatic event; the store rejects dates that are years later.
    private static let lastMoment = Timestamp(milliseconds: 252_000_000_000_000)

    fileprivate init?(_ time: Timestamp, _ kind: Kind) {
        guard time < Self.lastMoment else { return nil }
        self.init(time: time, kind: kind)
    }
}
