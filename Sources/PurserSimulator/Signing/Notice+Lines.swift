import Purser

// What the app's server is to be told of a purchase, and of what has become of a line.
extension Notice {
    /// What is told of a purchase.
    ///
    /// - Parameters:
    ///   - former: the subscription before; `nil` where there was none.
    ///   - change: how it has changed the one that ran; `nil` where none did.
    static func purchase(
        _ transaction: StoreTransaction, former: SubscriptionLine?, _ change: SubscriptionChange?
    ) -> Notice {
        guard transaction.line != nil else { return .oneTimeCharge }
        guard let change else { return .subscribed(isAgain: former != nil) }
        let hasOffer = transaction.offer.map { $0.type != .introductory } ?? false
        return hasOffer ? .offerRedeemed(change) : .preference(change)
    }

    /// What is told when a customer wants something else of the next period; one notification reports all of it, also that
    /// renewal is on again.
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

    /// What is told of a renewal; the last one that a limit allows turns renewal off.
    static func renewal(_ former: SubscriptionLine, _ line: SubscriptionLine) -> [Notice] {
        guard line.current != former.current else { return [] }
        let isLast = former.willAutoRenew && !line.willAutoRenew
        return [.renewed(isRecovery: former.phase.isInRetry)] + (isLast ? [.renewalStatus(isOn: false)] : [])
    }

    /// What is told when a line has passed into another phase.
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
