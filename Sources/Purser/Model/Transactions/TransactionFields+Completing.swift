extension StoreTransaction.Fields {
    private var revocation: Revocation { Revocation(time: revocationTime, type: revocationType) }

    func completed(from other: Self) -> Self {
        var fields = self
        if productType == .unknown { fields.productType = other.productType }
        if originalID == id { fields.originalID = other.originalID }
        if originalPurchaseTime == purchaseTime { fields.originalPurchaseTime = other.originalPurchaseTime }
        if reason == .purchase { fields.reason = other.reason }
        if environment == .unknown { fields.environment = other.environment }
        fields.expirationTime.fill(other.expirationTime)
        fields.subscriptionGroupID.fill(other.subscriptionGroupID)
        fields.appAccountToken.fill(other.appAccountToken)
        fields.offer = offer.map { $0.completed(from: other.offer) } ?? other.offer
        fields.price.fill(other.price)
        fields.currencyCode.fill(other.currencyCode)
        fields.storefrontCountryCode.fill(other.storefrontCountryCode)
        fields.storefrontID.fill(other.storefrontID)
        fields.webOrderLineItemID.fill(other.webOrderLineItemID)
        fields.appTransactionID.fill(other.appTransactionID)
        fields.appBundleID.fill(other.appBundleID)
        let isSameRefund = revocation.isSame(as: other.revocation)
        if isSameRefund { fields.revocationReason.fill(other.revocationReason) }
        if let others = other.particularsBox?.particulars {
            fields.particulars = particulars.completed(from: others, isSameRefund: isSameRefund)
        }
        return fields
    }
}

extension StoreTransaction.Offer {
    fileprivate func completed(from other: Self?) -> Self {
        guard let other, other.type == type else { return self }
        var offer = self
        offer.id.fill(other.id)
        // Nothing is known about another offer of the same type.
        guard other.id == nil || other.id == offer.id else { return self }
        offer.paymentMode.fill(other.paymentMode)
        offer.period.fill(other.period)
        return offer
    }
}

extension StoreTransaction.Bundle {
    func completed(from other: Self?) -> Self {
        guard let other, productID == nil || other.productID == nil || productID == other.productID else { return self }
        var bundle = self
        bundle.productID.fill(other.productID)
        bundle.subscriptionGroupID.fill(other.subscriptionGroupID)
        bundle.transactionID.fill(other.transactionID)
        bundle.originalTransactionID.fill(other.originalTransactionID)
        return bundle
    }
}

extension Optional {
    mutating func fill(_ value: Wrapped?) {
        if case .none = self { self = value }
    }
}
