/// Takes in the fields of two descriptions of one transaction that make news, one after the other.
protocol NewsReader {
    /// A field's values in both descriptions; `nil` where one lacks it.
    mutating func read<Value: NewsValue>(_ field: StoreTransaction.News.Field, _ new: Value?, _ old: Value?)
}

extension StoreTransaction {
    /// Gives the fields that make news, by their numbers; those that both lack need not be given.
    ///
    /// What stands where a platform says nothing counts as lacking: no type of product, the transaction's own identifier and
    /// date for the original's, a purchase, and no environment. Product and purchase date are not among them: they tell whether
    /// it is the same purchase at all. It stands here and not on ``Fields``, because it is done for every
    /// transaction that is archived, and a copy of all fields costs a reference count for each text.
    @inline(__always)
    func readNews<Reader: NewsReader>(beside old: Self, _ reader: inout Reader) {
        reader.read(.productType, toldType, old.toldType)
        reader.read(.purchasedQuantity, purchasedQuantity, old.purchasedQuantity)
        reader.read(.originalID, originalID == id ? nil : originalID, old.originalID == old.id ? nil : old.originalID)
        reader.read(.originalPurchaseTime, toldOriginalTime, old.toldOriginalTime)
        reader.read(.expirationTime, expirationTime, old.expirationTime)
        // That it stands is said too.
        let standing = Timestamp(milliseconds: .max)
        reader.read(.revocationTime, revocationTime ?? standing, old.revocationTime ?? standing)
        reader.read(.revocationReason, revocationReason?.rawValue, old.revocationReason?.rawValue)
        if particularsBox != nil || old.particularsBox != nil { readRefund(beside: old, &reader) }
        reader.read(.isUpgraded, isUpgraded ? 1 : 0, old.isUpgraded ? 1 : 0)
        reader.read(.ownershipType, ownershipType.rawValue, old.ownershipType.rawValue)
        reader.read(.subscriptionGroupID, subscriptionGroupID, old.subscriptionGroupID)
        reader.read(.appAccountToken, appAccountToken, old.appAccountToken)
        if offer != nil || old.offer != nil { readOffer(beside: old, &reader) }
        readSale(beside: old, &reader)
        if particularsBox != nil || old.particularsBox != nil { readParticulars(beside: old, &reader) }
    }

    @inline(__always)
    private func readSale<Reader: NewsReader>(beside old: Self, _ reader: inout Reader) {
        reader.read(.reason, toldReason, old.toldReason)
        reader.read(.price, price, old.price)
        reader.read(.currencyCode, currencyCode, old.currencyCode)
        reader.read(.storefrontCountryCode, storefrontCountryCode, old.storefrontCountryCode)
        reader.read(.storefrontID, storefrontID, old.storefrontID)
        reader.read(.environment, toldEnvironment, old.toldEnvironment)
        reader.read(.webOrderLineItemID, webOrderLineItemID, old.webOrderLineItemID)
        reader.read(.appTransactionID, appTransactionID, old.appTransactionID)
        reader.read(.appBundleID, appBundleID, old.appBundleID)
    }

    private func readRefund<Reader: NewsReader>(beside old: Self, _ reader: inout Reader) {
        reader.read(.revocationType, revocationType?.rawValue, old.revocationType?.rawValue)
        reader.read(.revocationThousandths, revocationThousandths, old.revocationThousandths)
    }

    private func readOffer<Reader: NewsReader>(beside old: Self, _ reader: inout Reader) {
        reader.read(.offerType, offer?.type.rawValue, old.offer?.type.rawValue)
        reader.read(.offerID, offer?.id, old.offer?.id)
        reader.read(.offerPaymentMode, offer?.paymentMode?.rawValue, old.offer?.paymentMode?.rawValue)
        reader.read(.offerPeriod, offer?.period?.description, old.offer?.period?.description)
    }

    private func readParticulars<Reader: NewsReader>(beside old: Self, _ reader: inout Reader) {
        reader.read(.billingPlanType, billingPlanType?.rawValue, old.billingPlanType?.rawValue)
        reader.read(.commitmentInfo, commitmentInfo?.newsText, old.commitmentInfo?.newsText)
        reader.read(.bundleProductID, bundle?.productID, old.bundle?.productID)
        reader.read(.bundleSubscriptionGroupID, bundle?.subscriptionGroupID, old.bundle?.subscriptionGroupID)
        reader.read(.bundleTransactionID, bundle?.transactionID, old.bundle?.transactionID)
        reader.read(.bundleOriginalTransactionID, bundle?.originalTransactionID, old.bundle?.originalTransactionID)
        reader.read(.previousOriginalTransactionID, previousOriginalTransactionID, old.previousOriginalTransactionID)
        reader.read(
            .advancedCommerceInfo, advancedCommerceInfo.map(SortedJSON.init),
            old.advancedCommerceInfo.map(SortedJSON.init))
        reader.read(.multiSeatInfo, multiSeatInfo?.newsText, old.multiSeatInfo?.newsText)
        // That all seats stand is said too.
        reader.read(.multiSeatInfoRevoked, multiSeatInfo?.revokedSeats, old.multiSeatInfo?.revokedSeats)
        reader.read(
            .additionalTransactionReason, additionalTransactionReason?.rawValue,
            old.additionalTransactionReason?.rawValue)
    }

    private var toldType: String? { productType == .unknown ? nil : productType.rawValue }
    private var toldOriginalTime: Timestamp? { originalPurchaseTime == purchaseTime ? nil : originalPurchaseTime }
    private var toldReason: String? { reason == .purchase ? nil : reason.rawValue }
}

extension StoreTransaction.CommitmentInfo {
    fileprivate var newsText: String {
        "\(billingPeriodNumber)/\(totalBillingPeriods) \(expirationTime.milliseconds) \(price.plainDigits)"
    }
}
