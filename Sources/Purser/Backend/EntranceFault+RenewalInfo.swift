extension StoreRenewalInfo {
    /// The first violation of the limits; `nil` when there is none.
    var fault: EntranceFault? { faultInIdentifiers ?? faultInTexts ?? faultInDates ?? faultInSeats }

    private var faultInIdentifiers: EntranceFault? {
        let limit = EntranceLimits.identifierBytes
        return EntranceFault.of(identifier: originalTransactionID, "original identifier")
            ?? EntranceFault.of(identifier: currentProductID, "product identifier")
            ?? EntranceFault.of(autoRenewPreference, "next product", limit: limit)
            ?? EntranceFault.of(offer?.id, "offer identifier", limit: limit)
            ?? EntranceFault.of(appTransactionID, "app transaction identifier", limit: limit)
            ?? EntranceFault.of(commitmentInfo?.autoRenewPreference, "next commitment", limit: limit)
            ?? EntranceFault.of(bundle?.productID, "bundle's product", limit: limit)
            ?? EntranceFault.of(bundle?.subscriptionGroupID, "bundle's group", limit: limit)
            ?? EntranceFault.of(bundle?.originalTransactionID, "bundle's transaction", limit: limit)
            ?? EntranceFault.of(eligibleWinBackOfferIDs, "win-back offers")
    }

    private var faultInTexts: EntranceFault? {
        EntranceFault.of(jwsRepresentation, "signed form", limit: EntranceLimits.signedFormBytes)
            ?? EntranceFault.of(currencyCode, "currency")
            ?? EntranceFault.of(environment.rawValue, "environment")
            ?? EntranceFault.of(offer?.paymentMode?.rawValue, "payment mode")
            ?? EntranceFault.of(renewalBillingPlanType?.rawValue, "billing plan")
            ?? EntranceFault.of(commitmentInfo?.renewalBillingPlanType.rawValue, "next billing plan")
    }

    private var faultInSeats: EntranceFault? {
        if let quantity = renewalQuantity, !(0...EntranceLimits.quantity).contains(quantity) {
            return EntranceFault("\(quantity) seats renew; 0 to \(EntranceLimits.quantity) are allowed")
        }
        return multiSeatInfo?.renewalPriceTiers.fault
    }

    private var faultInDates: EntranceFault? {
        EntranceFault.of(signedTime, "signed date")
            ?? EntranceFault.of(renewalTime, "renewal date")
            ?? EntranceFault.of(gracePeriodExpirationTime, "end of the grace period")
            ?? EntranceFault.of(recentSubscriptionStartTime, "beginning of the subscription")
            ?? EntranceFault.of(commitmentInfo?.renewalTime, "next commitment's date")
    }
}
