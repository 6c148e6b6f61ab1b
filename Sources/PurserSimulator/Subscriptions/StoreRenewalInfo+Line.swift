import Purser

extension StoreRenewalInfo {
    /// Makes the renewal info of a subscription, as the App Store signs it.
    ///
    /// - Parameters:
    ///   - originalID: the original identifier of its transactions.
    ///   - winBackOffers: the win-back offers that the customer is eligible for, the best first.
    init(of line: SubscriptionLine, originalID: String, winBackOffers: [String], in catalog: SimulatorCatalog) {
        let renews = line.isToRenew && !line.isOver
        self.init(originalTransactionID: originalID, currentProductID: line.productID, willAutoRenew: renews)
        if renews { describe(line, NextPeriod(of: line, in: catalog)) }
        priceIncreaseStatus = line.increase.map { $0.isAgreed ? .agreed : .pending } ?? .noIncreasePending
        isInBillingRetry = line.phase.isInRetry
        switch line.phase {
        case .active, .revoked: if renews { renewalDate = line.end.date }
        case .grace(let until, _):
            gracePeriodExpirationDate = until.date
            renewalDate = line.end.date
        case .retry: expirationReason = .billingError
        case .expired(let reason): expirationReason = .init(rawValue: reason)
        }
        if line.isOver { eligibleWinBackOfferIDs = winBackOffers }
        commitmentInfo = CommitmentInfo(of: line, in: catalog)
        environment = catalog.settings.environment
        recentSubscriptionStartDate = line.recentStart.date
        appAccountToken = line.appAccountToken
        appTransactionID = catalog.settings.app.transactionID
        signedDate = line.signed.date
    }

    private mutating func describe(_ line: SubscriptionLine, _ next: NextPeriod) {
        autoRenewPreference = next.product?.id ?? line.preferredProductID ?? line.productID
        offer = next.offer?.offer
        if !line.isShared { (renewalPrice, currencyCode) = (next.price, next.product?.currencyCode) }
        renewalBillingPlanType = next.commitment == nil ? .upFront : .monthly
        renewalQuantity = next.seats
        if next.seats != nil { multiSeatInfo = .init(renewalPriceTiers: next.tiers) }
    }
}

extension StoreRenewalInfo.CommitmentInfo {
    /// The renewal after the last part of a subscription's commitment.
    fileprivate init?(of line: SubscriptionLine, in catalog: SimulatorCatalog) {
        guard let commitment = line.commitment else { return nil }
        var last = line
        last.commitment?.part = commitment.parts
        let next = NextPeriod(of: last, in: catalog)
        self.init(
            autoRenewPreference: line.preferredProductID ?? line.productID,
            renewalBillingPlanType: next.commitment == nil ? .upFront : .monthly, renewalDate: commitment.end.date,
            renewalPrice: next.commitment?.price ?? next.price ?? commitment.price, willAutoRenew: line.willAutoRenew)
    }
}
