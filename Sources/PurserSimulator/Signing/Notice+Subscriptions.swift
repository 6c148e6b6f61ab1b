import Purser

// The notifications about a purchase and about a subscription's changes.
extension Notice {
    /// The notification about a purchase.
    ///
    /// - Parameters:
    ///   - former: the previous state of the subscription; `nil` for none.
    ///   - change: the change of the running subscription; `nil` if none was running.
    static func purchase(
        _ transaction: StoreTransaction, former: AccountSubscription?, _ change: SubscriptionChange?
    ) -> Notice {
        guard transaction.subscriptionID != nil else { return .oneTimeCharge }
        guard let change else { return .subscribed(isAgain: former != nil) }
        let hasOffer = transaction.offer.map { $0.type != .introductory } ?? false
        return hasOffer ? .offerRedeemed(change) : .preference(change)
    }

    /// The notification about changes of the next period; one notification reports all of them, including a renewal
    /// that is switched on again.
    static func plan(_ former: AccountSubscription, _ subscription: AccountSubscription) -> Notice? {
        let (old, new) = (former.change, subscription.change)
        let isOfSamePlan = new.map { $0.isLike(old) } ?? (old == nil)
        let isChanged = !isOfSamePlan || new?.seats != old?.seats
        let change = new.map { _ in SubscriptionChange.deferred }
        let isRedeemed =
            if let new { new.offer != nil && new.offer != old?.offer } else {
                subscription.nextOffer != nil && subscription.nextOffer != former.nextOffer
            }
        if isRedeemed { return .offerRedeemed(isChanged ? change : nil) }
        if isOfSamePlan, isChanged, let seats = new?.seats, let formerSeats = old?.seats {
            return .seats(isMore: seats > formerSeats)
        }
        if isChanged { return .preference(change) }
        return former.willAutoRenew ? nil : .renewalStatus(isOn: true)
    }

    /// The notifications about a renewal; the last one that a limit allows turns renewal off.
    static func renewal(_ former: AccountSubscription, _ subscription: AccountSubscription) -> [Notice] {
        guard subscription.current != former.current else { return [] }
        let isLast = former.willAutoRenew && !subscription.willAutoRenew
        return [.renewed(isRecovery: former.phase.isInRetry)] + (isLast ? [.renewalStatus(isOn: false)] : [])
    }

    /// The notification about a subscription's new phase.
    static func phase(_ former: SubscriptionPhase, _ phase: SubscriptionPhase) -> Notice? {
        switch (former, phase) {
        case (_, .grace): .failedToRenew(hasGrace: true)
        case (.grace, .retry): .graceEnded
        case (_, .retry): .failedToRenew(hasGrace: false)
        case (_, .expired(let reason)): .expired(.init(rawValue: reason))
        case (_, .active), (_, .revoked): nil
        }
    }
}
