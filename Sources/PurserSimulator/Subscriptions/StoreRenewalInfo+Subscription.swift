import Purser

extension StoreRenewalInfo {
    /// Makes the renewal info of a subscription, as the App Store signs it.
    ///
    /// - Parameters:
    ///   - originalID: the original identifier of its transactions.
    ///   - winBackOffers: the win-back offers that the customer is eligible for, the best first.
    init(
        of subscription: AccountSubscription, originalID: String, winBackOffers: [String], in catalog: SimulatorCatalog
    ) {
        let renews = subscription.isToRenew && !subscription.isOver
        self.init(originalTransactionID: originalID, currentProductID: subscription.productID, willAutoRenew: renews)
        if renews { describe(subscription, NextPeriod(of: subscription, in: catalog)) }
        priceIncreaseStatus = subscription.increase.map { $0.isAgreed ? .agreed : .pending } ?? .noIncreasePending
        isInBillingRetry = subscription.phase.isInRetry
        switch subscription.phase {
        case .active, .revoked: if renews { renewalDate = subscription.end.date }
        case .grace(let until, _):
            gracePeriodExpirationDate = until.date
            renewalDate = subscription.end.date
        case .retry: expirationReason = .billingError
        case .expired(let reason): expirationReason = .init(rawValue: reason)
        }
        if subscription.isOver { eligibleWinBackOfferIDs = winBackOffers }
        commitmentInfo = CommitmentInfo(of: subscription, in: catalog)
        environment = catalog.settings.environment
        recentSubscriptionStartDate = subscription.recentStart.date
        appAccountToken = subscription.appAccountToken
        appTransactionID = catalog.settings.app.transactionID
        signedDate = subscription.signed.date
    }

    private mutating func describe(_ subscription: AccountSubscription, _ next: NextPeriod) {
        autoRenewPreference = next.product?.id ?? subscription.change?.productID ?? subscription.productID
        offer = next.offer?.offer
        if !subscription.isShared { (renewalPrice, currencyCode) = (next.price, next.product?.currencyCode) }
        renewalBillingPlanType = next.commitment == nil ? .upFront : .monthly
        renewalQuantity = next.seats
        if next.seats != nil { multiSeatInfo = .init(renewalPriceTiers: next.tiers) }
    }
}

extension StoreRenewalInfo.CommitmentInfo {
    /// The renewal after the last part of a subscription's commitment.
    fileprivate init?(of subscription: AccountSubscription, in catalog: SimulatorCatalog) {
        guard let commitment = subscription.commitment else { return nil }
        var last = subscription
        last.commitment?.part = commitment.parts
        let next = NextPeriod(of: last, in: catalog)
        self.init(
            autoRenewPreference: subscription.change?.productID ?? subscription.productID,
            renewalBillingPlanType: next.commitment == nil ? .upFront : .monthly, renewalDate: commitment.end.date,
            renewalPrice: next.commitment?.payable(in: next.product?.currencyCode).price ?? next.price
                ?? commitment.price,
            willAutoRenew: subscription.willAutoRenew)
    }
}
