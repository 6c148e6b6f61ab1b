import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreTransaction {
    /// The subscription of a transaction; `nil` for a product that does not renew.
    var subscriptionID: SubscriptionID? {
        guard productType == .autoRenewable, let group = subscriptionGroupID else { return nil }
        return SubscriptionID(groupID: group, isShared: ownershipType != .purchased)
    }
}

extension StoreTransaction.Fields {
    /// Makes a renewal of a subscription, with all fields that do not depend on the period.
    ///
    /// - Parameter first: the subscription's first transaction.
    init(renewing subscription: AccountSubscription, since first: StoreTransaction, in catalog: SimulatorCatalog) {
        let product = catalog.unpriced(subscription.productID)
        self.init(
            id: "", productID: subscription.productID, productType: .autoRenewable,
            purchaseTime: Timestamp(milliseconds: 0))
        goesOn(from: first, in: subscription.groupID)
        appAccountToken = subscription.appAccountToken
        ownershipType = subscription.ownership
        reason = .renewal
        offer = subscription.offer?.offer
        // The price is reported to the payer, not to a member who shares.
        let amount = subscription.price(of: product, seats: subscription.renewalSeats.map { 1...$0 })
        if !subscription.isShared { (price, currencyCode) = (amount.price, product?.currencyCode) }
        if let commitment = subscription.commitment {
            billingPlanType = .monthly
            commitmentInfo = commitment.payable(in: product?.currencyCode).info
        }
        if subscription.renewalSeats != nil { hasSeats(amount.tiers, of: catalog) }
        isSold(by: catalog.settings)
    }

    /// Makes the transaction of seats that are added to the current period, for its rest: each at the price of its own
    /// tier, rounded down.
    ///
    /// - Parameters:
    ///   - first: the subscription's first transaction.
    ///   - head: the first transaction of the current period.
    ///   - seats: the first and the last of the added seats.
    ///   - date: the current moment; `purchaseTime` is equal or slightly later.
    init(
        id: String, adding seats: ClosedRange<Int>, of product: StoreProduct, to subscription: AccountSubscription,
        since first: StoreTransaction, head: StoreTransaction, purchaseTime: Timestamp, at date: Timestamp,
        in catalog: SimulatorCatalog
    ) {
        self.init(id: id, productID: product.id, productType: .autoRenewable, purchaseTime: purchaseTime)
        goesOn(from: first, in: subscription.groupID)
        expirationTime = subscription.end
        webOrderLineItemID = head.webOrderLineItemID
        currencyCode = product.currencyCode
        offer = subscription.offer?.offer
        additionalTransactionReason = .seatAddition
        let whole = Decimal(subscription.end.milliseconds) - Decimal(head.purchaseTime.milliseconds)
        let left = Decimal(subscription.end.milliseconds) - Decimal(date.milliseconds)
        let tiers = subscription.price(of: product, seats: seats).tiers
        hasSeats(tiers.prorated(left, of: whole, currency: product.currencyCode), of: catalog)
        isSold(by: catalog.settings)
    }

    /// Sets the subscription that it belongs to.
    private mutating func goesOn(from first: StoreTransaction, in group: String) {
        originalID = first.originalID
        originalPurchaseTime = first.originalPurchaseTime
        subscriptionGroupID = group
    }
}
