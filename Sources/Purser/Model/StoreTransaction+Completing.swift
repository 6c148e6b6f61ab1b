extension StoreTransaction {
    /// The same description, with what it lacks taken from another one of the same transaction (O6).
    func completed(from other: StoreTransaction) -> StoreTransaction {
        guard compared(with: other).lacks || lacksUnread(of: other) else { return self }
        return StoreTransaction(fields.completed(from: other.fields))
    }

    /// Whether another description has something without a field of its own, and this one has nothing of the kind.
    private func lacksUnread(of other: StoreTransaction) -> Bool {
        guard let others = other.particularsBox?.particulars else { return false }
        return others.unknownFields != nil && unknownFields == nil
            || !others.laterFields.isEmpty && particularsBox?.particulars.laterFields.isEmpty != false
    }

    /// The same description, with what it lacks taken from an older one, but for what takes effect: the line that it belongs
    /// to, its end, and how much of it was refunded.
    func described(by older: StoreTransaction) -> StoreTransaction {
        var fields = fields.completed(from: older.fields)
        (fields.originalID, fields.expirationTime) = (originalID, expirationTime)
        fields.revocationThousandths = revocationThousandths
        return StoreTransaction(fields)
    }

    /// Whether another description has something that this one lacks and would be filled in with.
    ///
    /// - Parameter isLater: whether the other one was signed later; only its signed form is taken.
    func isLacking(_ other: StoreTransaction, isLater: Bool) -> Bool {
        if isLater, jwsRepresentation == nil, other.jwsRepresentation != nil { return true }
        return other.compared(with: self).adds || lacksUnread(of: other)
    }

    /// The same description, as it is recorded after an earlier one of the same transaction.
    ///
    /// It is completed from that one. Where the store gave the line another original identifier and does not say which it
    /// had before, the earlier one says so (M6).
    func following(_ old: StoreTransaction) -> StoreTransaction {
        let completed = completed(from: old)
        guard completed.originalID != old.originalID, previousOriginalTransactionID == nil else { return completed }
        var fields = completed.fields
        fields.previousOriginalTransactionID = old.originalID
        return StoreTransaction(fields)
    }
}

extension StoreTransaction.Fields {
    /// The fields, with those that are lacking taken from another description.
    ///
    /// What is said of one refund is not taken for another's, and neither is what is said of one offer.
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
        let isSameRefund =
            revocationTime == other.revocationTime && (revocationType == nil || revocationType == other.revocationType)
        if isSameRefund { fields.revocationReason.fill(other.revocationReason) }
        if let others = other.particularsBox?.particulars {
            fields.particulars = particulars.completed(from: others, isSameRefund: isSameRefund)
        }
        return fields
    }
}

extension StoreTransaction.Particulars {
    fileprivate func completed(from other: Self, isSameRefund: Bool) -> Self {
        var parts = self
        if isSameRefund {
            parts.revocationType.fill(other.revocationType)
            parts.revocationThousandths.fill(other.revocationThousandths)
        }
        parts.billingPlanType.fill(other.billingPlanType)
        parts.commitmentInfo.fill(other.commitmentInfo)
        parts.bundle = bundle.map { $0.completed(from: other.bundle) } ?? other.bundle
        parts.previousOriginalTransactionID.fill(other.previousOriginalTransactionID)
        parts.advancedCommerceInfo.fill(other.advancedCommerceInfo)
        parts.unknownFields.fill(other.unknownFields)
        if laterFields.isEmpty { parts.laterFields = other.laterFields }
        parts.multiSeatInfo.fill(other.multiSeatInfo)
        parts.additionalTransactionReason.fill(other.additionalTransactionReason)
        return parts
    }
}

extension StoreTransaction.Offer {
    fileprivate func completed(from other: Self?) -> Self {
        guard let other, other.type == type else { return self }
        var offer = self
        offer.id.fill(other.id)
        // Of another offer of the same type nothing is known.
        guard other.id == nil || other.id == offer.id else { return self }
        offer.paymentMode.fill(other.paymentMode)
        offer.period.fill(other.period)
        return offer
    }
}

extension StoreTransaction.Bundle {
    fileprivate func completed(from other: Self?) -> Self {
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
    /// Gives a field a value where it has none.
    fileprivate mutating func fill(_ value: Wrapped?) {
        if case .none = self { self = value }
    }
}
