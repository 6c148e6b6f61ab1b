extension StoreRenewalInfo {
    var fault: IntakeFault? { faultInIdentifiers ?? faultInTexts ?? faultInDates ?? faultInSeats }

    // Two chains: the compiler takes seconds for one of all of them.
    private var faultInIdentifiers: IntakeFault? {
        IntakeFault.of(identifier: originalTransactionID, "original identifier")
            ?? IntakeFault.of(identifier: currentProductID, "product identifier")
            ?? IntakeFault.of(eligibleWinBackOfferIDs, "win-back offers")
            ?? faultInOptionalIdentifiers
    }

    private var faultInOptionalIdentifiers: IntakeFault? {
        let limit = IntakeLimits.identifierBytes
        return IntakeFault.of(autoRenewPreference, "next product", limit: limit)
            ?? IntakeFault.of(offer?.id, "offer identifier", limit: limit)
            ?? IntakeFault.of(appTransactionID, "app transaction identifier", limit: limit)
            ?? IntakeFault.of(commitmentInfo?.autoRenewPreference, "next commitment", limit: limit)
            ?? IntakeFault.of(bundle?.productID, "bundle's product", limit: limit)
            ?? IntakeFault.of(bundle?.subscriptionGroupID, "bundle's group", limit: limit)
            ?? IntakeFault.of(bundle?.originalTransactionID, "bundle's transaction", limit: limit)
    }

    private var faultInTexts: IntakeFault? {
        IntakeFault.of(jwsRepresentation, "signed form", limit: IntakeLimits.signedFormBytes)
            ?? IntakeFault.of(currencyCode, "currency")
            ?? IntakeFault.of(environment.rawValue, "environment")
            ?? IntakeFault.of(offer?.paymentMode?.rawValue, "payment mode")
            ?? IntakeFault.of(renewalBillingPlanType?.rawValue, "billing plan")
            ?? IntakeFault.of(commitmentInfo?.renewalBillingPlanType.rawValue, "next billing plan")
    }

    private var faultInSeats: IntakeFault? {
        if let quantity = renewalQuantity, !(0...IntakeLimits.quantity).contains(quantity) {
            return IntakeFault("\(quantity) seats renew; 0 to \(IntakeLimits.quantity) are allowed")
        }
        return multiSeatInfo?.renewalPriceTiers.fault
    }

    private var faultInDates: IntakeFault? {
        IntakeFault.of(signedTime, "signed date")
            ?? IntakeFault.of(renewalTime, "renewal date")
            ?? IntakeFault.of(gracePeriodExpirationTime, "end of the grace period")
            ?? IntakeFault.of(recentSubscriptionStartTime, "beginning of the subscription")
            ?? IntakeFault.of(commitmentInfo?.renewalTime, "next commitment's date")
    }
}
