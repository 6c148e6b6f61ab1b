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
        let isOfSamePlan =
            subscription.preferredProductID == former.preferredProductID
            && subscription.preferredPlan == former.preferredPlan
        let isChanged = !isOfSamePlan || subscription.preferredSeats != former.preferredSeats
        let change: SubscriptionChange? =
            subscription.preferredProductID == nil && subscription.preferredPlan == nil ? nil : .deferred
        if let offer = subscription.nextOffer, offer != former.nextOffer {
            return .offerRedeemed(isChanged ? change : nil)
        }
        if isOfSamePlan, isChanged, let seats = subscription.preferredSeats, let formerSeats = former.preferredSeats {
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
