import Purser

// The notifications about a purchase and about a subscription's changes.
extension Notice {
    /// The notification about a purchase.
    ///
    /// - Parameters:
    ///   - former: the previous state of the subscription; `nil` for none.
    ///   - change: the change of the running subscription; `nil` if none was running.
    static func purchase(
        _ transaction: StoreTransaction, former: SubscriptionLine?, _ change: SubscriptionChange?
    ) -> Notice {
        guard transaction.line != nil else { return .oneTimeCharge }
        guard let change else { return .subscribed(isAgain: former != nil) }
        let hasOffer = transaction.offer.map { $0.type != .introductory } ?? false
        return hasOffer ? .offerRedeemed(change) : .preference(change)
    }

    /// The notification about changes of the next period; one notification reports all of them, including a renewal
    /// that is switched on again.
    static func plan(_ former: SubscriptionLine, _ line: SubscriptionLine) -> Notice? {
        let isOfSamePlan =
            line.preferredProductID == former.preferredProductID && line.preferredPlan == former.preferredPlan
        let isChanged = !isOfSamePlan || line.preferredSeats != former.preferredSeats
        let change: SubscriptionChange? =
            line.preferredProductID == nil && line.preferredPlan == nil ? nil : .deferred
        if let offer = line.nextOffer, offer != former.nextOffer { return .offerRedeemed(isChanged ? change : nil) }
        if isOfSamePlan, isChanged, let seats = line.preferredSeats, let formerSeats = former.preferredSeats {
            return .seats(isMore: seats > formerSeats)
        }
        if isChanged { return .preference(change) }
        return former.willAutoRenew ? nil : .renewalStatus(isOn: true)
    }

    /// The notifications about a renewal; the last one that a limit allows turns renewal off.
    static func renewal(_ former: SubscriptionLine, _ line: SubscriptionLine) -> [Notice] {
        guard line.current != former.current else { return [] }
        let isLast = former.willAutoRenew && !line.willAutoRenew
        return [.renewed(isRecovery: former.phase.isInRetry)] + (isLast ? [.renewalStatus(isOn: false)] : [])
    }

    /// The notification about a subscription's new phase.
    static func phase(_ former: LinePhase, _ phase: LinePhase) -> Notice? {
        switch (former, phase) {
        case (_, .grace): .failedToRenew(hasGrace: true)
        case (.grace, .retry): .graceEnded
        case (_, .retry): .failedToRenew(hasGrace: false)
        case (_, .expired(let reason)): .expired(.init(rawValue: reason))
        case (_, .active), (_, .revoked): nil
        }
    }
}
