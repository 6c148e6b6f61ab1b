import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreTransaction {
    /// The line that a transaction of a renewing subscription belongs to; `nil` for another one's.
    var line: LineID? {
        guard productType == .autoRenewable, let group = subscriptionGroupID else { return nil }
        return LineID(groupID: group, isShared: ownershipType != .purchased)
    }
}

extension StoreTransaction.Fields {
    /// A renewal of a line with everything that does not depend on the period.
    ///
    /// - Parameter first: the line's first transaction.
    init(renewing line: SubscriptionLine, since first: StoreTransaction, in catalog: SimulatorCatalog) {
        let product = catalog.unpriced(line.productID)
        self.init(
            id: "", productID: line.productID, productType: .autoRenewable,
            purchaseTime: Timestamp(milliseconds: 0))
        goesOn(from: first, in: line.groupID)
        appAccountToken = line.appAccountToken
        ownershipType = line.ownership
        reason = .renewal
        offer = line.offer?.offer
        // Whoever pays is told the price, and not who shares it.
        if !line.isShared {
            price = line.offer?.price ?? line.commitment?.partPrice ?? line.price ?? product?.price
            currencyCode = product?.currencyCode
        }
        if let commitment = line.commitment {
            billingPlanType = .monthly
            commitmentInfo = commitment.info
        }
        if let seats = line.renewalSeats {
            hasSeats(.init(of: product, each: line.offer?.price ?? line.price, seats: 1...seats), of: catalog)
        }
        isSold(by: catalog.settings)
    }

    /// Seats that are added to the present period of a line, for what is left of it: each at the price of its own tier, rounded
    /// down.
    ///
    /// - Parameters:
    ///   - first: the line's first transaction.
    ///   - head: the first one of the present period.
    ///   - seats: the first and the last of the added seats.
    ///   - date: the present moment, at which `purchaseTime` lies or right after it.
    init(
        id: String, adding seats: ClosedRange<Int>, of product: StoreProduct, to line: SubscriptionLine,
        since first: StoreTransaction, head: StoreTransaction, purchaseTime: Timestamp, at date: Timestamp,
        in catalog: SimulatorCatalog
    ) {
        self.init(id: id, productID: product.id, productType: .autoRenewable, purchaseTime: purchaseTime)
        goesOn(from: first, in: line.groupID)
        expirationTime = line.end
        webOrderLineItemID = head.webOrderLineItemID
        currencyCode = product.currencyCode
        offer = line.offer?.offer
        additionalTransactionReason = .seatAddition
        let whole = Decimal(line.end.milliseconds) - Decimal(head.purchaseTime.milliseconds)
        let left = Decimal(line.end.milliseconds) - Decimal(date.milliseconds)
        let tiers = [StoreTransaction.MultiSeatInfo.PriceTier](
            of: product, each: line.offer?.price ?? line.price, seats: seats)
        hasSeats(tiers.prorated(left, of: whole, currency: product.currencyCode), of: catalog)
        isSold(by: catalog.settings)
    }

    /// Says to which line it belongs.
    private mutating func goesOn(from first: StoreTransaction, in group: String) {
        originalID = first.originalID
        originalPurchaseTime = first.originalPurchaseTime
        subscriptionGroupID = group
    }
}
