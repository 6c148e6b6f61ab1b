/// Every field in which a difference between two versions of a transaction is a change.
///
/// Identifier, product and purchase date are no changes (D3), nor are signed forms and unknown fields.
enum ComparedField: Sendable, Hashable, CaseIterable {
    case productType, purchasedQuantity, originalID, originalPurchaseTime, expirationTime
    case revocationTime, revocationReason, revocationType, revocationThousandths, isUpgraded, ownershipType
    case subscriptionGroupID, appAccountToken, offerType, offerID, offerPaymentMode, offerPeriod, reason
    case price, currencyCode, storefrontCountryCode, storefrontID, environment, webOrderLineItemID
    case appTransactionID, appBundleID, billingPlanType, commitmentInfo
    case bundleProductID, bundleSubscriptionGroupID, bundleTransactionID, bundleOriginalTransactionID
    case previousOriginalTransactionID, advancedCommerceInfo, multiSeatInfo, multiSeatInfoRevoked
    case additionalTransactionReason

    /// Whether it is a change also when the earlier version lacks it.
    var takesEffect: Bool { self == .expirationTime || self == .originalID || self == .multiSeatInfoRevoked }
}

/// Reads the fields of two versions of one transaction that make changes, one after the other.
protocol FieldVisitor {
    /// A field's values in both versions; `nil` when one lacks it.
    mutating func read<Value: Equatable>(_ field: ComparedField, _ new: Value?, _ old: Value?)
}

extension FieldVisitor {
    /// Reads the fields that make changes; fields that both versions lack may be skipped.
    ///
    /// A platform's default value counts as lacking. It reads transactions and not their fields, because a copy of the
    /// fields costs a reference count for each text.
    mutating func read(_ new: StoreTransaction, beside old: StoreTransaction) {
        read(.productType, new.productType.reported, old.productType.reported)
        read(.purchasedQuantity, new.purchasedQuantity, old.purchasedQuantity)
        read(
            .originalID, new.originalID == new.id ? nil : new.originalID,
            old.originalID == old.id ? nil : old.originalID)
        read(
            .originalPurchaseTime, new.originalPurchaseTime == new.purchaseTime ? nil : new.originalPurchaseTime,
            old.originalPurchaseTime == old.purchaseTime ? nil : old.originalPurchaseTime)
        read(.expirationTime, new.expirationTime, old.expirationTime)
        // That it is not revoked counts as a value.
        let never = Timestamp(milliseconds: .max)
        read(.revocationTime, new.revocationTime ?? never, old.revocationTime ?? never)
        read(.revocationReason, new.revocationReason?.rawValue, old.revocationReason?.rawValue)
        read(.isUpgraded, new.isUpgraded ? 1 : 0, old.isUpgraded ? 1 : 0)
        read(.ownershipType, new.ownershipType.rawValue, old.ownershipType.rawValue)
        read(.subscriptionGroupID, new.subscriptionGroupID, old.subscriptionGroupID)
        read(.appAccountToken, new.appAccountToken, old.appAccountToken)
        if new.offer != nil || old.offer != nil { read(offer: new.offer, beside: old.offer) }
        readSale(new, beside: old)
        if new.particularsBox != nil || old.particularsBox != nil {
            read(particulars: new.particularsBox, beside: old.particularsBox)
        }
    }

    private mutating func readSale(_ new: StoreTransaction, beside old: StoreTransaction) {
        read(.reason, new.reason.reported, old.reason.reported)
        read(.price, new.price, old.price)
        read(.currencyCode, new.currencyCode, old.currencyCode)
        read(.storefrontCountryCode, new.storefrontCountryCode, old.storefrontCountryCode)
        read(.storefrontID, new.storefrontID, old.storefrontID)
        read(.environment, new.environment.reported, old.environment.reported)
        read(.webOrderLineItemID, new.webOrderLineItemID, old.webOrderLineItemID)
        read(.appTransactionID, new.appTransactionID, old.appTransactionID)
        read(.appBundleID, new.appBundleID, old.appBundleID)
    }

    private mutating func read(offer new: StoreTransaction.Offer?, beside old: StoreTransaction.Offer?) {
        read(.offerType, new?.type.rawValue, old?.type.rawValue)
        read(.offerID, new?.id, old?.id)
        read(.offerPaymentMode, new?.paymentMode?.rawValue, old?.paymentMode?.rawValue)
        read(.offerPeriod, new?.period?.description, old?.period?.description)
    }

    private mutating func read(particulars new: ParticularsBox?, beside old: ParticularsBox?) {
        read(.revocationType, new?.particulars.revocationType?.rawValue, old?.particulars.revocationType?.rawValue)
        read(.revocationThousandths, new?.particulars.revocationThousandths, old?.particulars.revocationThousandths)
        read(.billingPlanType, new?.particulars.billingPlanType?.rawValue, old?.particulars.billingPlanType?.rawValue)
        read(.commitmentInfo, new?.particulars.commitmentInfo, old?.particulars.commitmentInfo)
        read(.bundleProductID, new?.particulars.bundle?.productID, old?.particulars.bundle?.productID)
        read(
            .bundleSubscriptionGroupID, new?.particulars.bundle?.subscriptionGroupID,
            old?.particulars.bundle?.subscriptionGroupID)
        read(.bundleTransactionID, new?.particulars.bundle?.transactionID, old?.particulars.bundle?.transactionID)
        read(
            .bundleOriginalTransactionID, new?.particulars.bundle?.originalTransactionID,
            old?.particulars.bundle?.originalTransactionID)
        read(
            .previousOriginalTransactionID, new?.particulars.previousOriginalTransactionID,
            old?.particulars.previousOriginalTransactionID)
        read(
            .advancedCommerceInfo, new?.particulars.advancedCommerceInfo.map(SortedJSON.init),
            old?.particulars.advancedCommerceInfo.map(SortedJSON.init))
        read(.multiSeatInfo, new?.particulars.multiSeatInfo?.unrevoked, old?.particulars.multiSeatInfo?.unrevoked)
        // That no seat is revoked counts as a value.
        read(
            .multiSeatInfoRevoked, new?.particulars.multiSeatInfo?.revokedSeats,
            old?.particulars.multiSeatInfo?.revokedSeats)
        read(
            .additionalTransactionReason, new?.particulars.additionalTransactionReason?.rawValue,
            old?.particulars.additionalTransactionReason?.rawValue)
    }
}

extension StoreProduct.ProductType {
    fileprivate var reported: String? { self == .unknown ? nil : rawValue }
}

extension StoreTransaction.Reason {
    fileprivate var reported: String? { self == .purchase ? nil : rawValue }
}
