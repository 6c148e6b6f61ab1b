import Purser

/// Something that a customer buys, or gets from somebody who pays for it.
struct Sale: Sendable {
    let product: StoreProduct
    let payment: BackendPayment
    var offer: StoreOffer?
    var token: PaymentToken?
    /// `.purchased` unless somebody else pays for it.
    var owner = StoreTransaction.OwnershipType.purchased
    /// The transaction of which it is a copy, as StoreKit 1 makes where a product is owned.
    var original: StoreTransaction?

    /// Whether the customer pays for it.
    var isCharged: Bool { original == nil && isOwn }

    private var isOwn: Bool { owner == .purchased }

    /// The line that it belongs to; `nil` when it is no subscription.
    var line: LineID? {
        product.subscription.map { LineID(groupID: $0.subscriptionGroupID, isShared: !isOwn) }
    }

    /// What its transaction says, but for the period of a subscription.
    func fields(id: String, at now: Timestamp, in catalog: SimulatorCatalog) -> StoreTransaction.Fields {
        var fields = StoreTransaction.Fields(
            id: id, productID: product.id, productType: product.type, purchasedQuantity: payment.quantity,
            purchaseTime: now)
        fields.appAccountToken = payment.appAccountToken
        fields.ownershipType = owner
        fields.subscriptionGroupID = line?.groupID
        fields.isSold(by: catalog.settings)
        fields.signedTime = now
        let isMonthly = payment.isMonthly && catalog.monthlyPlans[product.id] != nil
        if isMonthly { fields.billingPlanType = .monthly }
        if isOwn { fields.currencyCode = product.currencyCode }
        if isOwn && original == nil || isMonthly {
            fields.price = catalog.price(
                of: product, quantity: payment.quantity, offer: offer, isMonthly: isMonthly)
        }
        if let original {
            fields.originalID = original.originalID
            fields.originalPurchaseTime = original.originalPurchaseTime
            fields.expirationTime = original.expirationTime
        }
        if let seats = payment.options.seats, isOwn {
            fields.hasSeats(.init(of: product, each: offer?.amount, seats: 1...seats), of: catalog)
        }
        return fields
    }

    /// Begins the period that was bought, and the subscription of the group if there is none yet.
    ///
    /// - Parameters:
    ///   - place: the place of the transaction.
    ///   - former: the line as it was; `nil` where there is none.
    ///   - first: its first transaction.
    ///   - fields: what the transaction says; its period is added.
    /// - Returns: the line as it is then; `nil` where none begins anything.
    func begun(
        at place: Int, after former: SubscriptionLine?, _ first: StoreTransaction?,
        _ fields: inout StoreTransaction.Fields, in catalog: SimulatorCatalog
    ) -> SubscriptionLine? {
        guard original == nil, let subscription = product.subscription else { return nil }
        let now = fields.purchaseTime
        let offer = offer.map { LineOffer($0).used }
        let rate = catalog.settings.timeRate
        var line = SubscriptionLine(
            first: former?.first ?? place, current: place, groupID: subscription.subscriptionGroupID,
            isShared: !isOwn, isAssigned: owner == .assigned, productID: product.id,
            schedule: PeriodSchedule(anchor: now, period: subscription.subscriptionPeriod, rate: rate.rawValue),
            recentStart: former?.recentStart(boughtAgainAt: now, retry: rate.billingRetryPeriod) ?? now, signed: now)
        if let length = offer?.period {
            line.schedule.anchor = rate.end(of: length, from: now)
            line.period = -1
        }
        if fields.billingPlanType == .monthly {
            // Twelve payments, of which this is the first; or, where it is for the length of an offer, the next.
            line.schedule.period = MonthlyPlan.partLength
            line.commitment = LineCommitment(to: product.id, in: catalog)?
                .advanced(isOffer: offer?.period != nil).ending(with: line.period, of: line.schedule)
            fields.commitmentInfo = line.commitment?.info
        }
        line.offer = offer
        line.appAccountToken = fields.appAccountToken
        line.renewalSeats = fields.multiSeatInfo == nil ? nil : fields.purchasedQuantity
        line.begins(with: place)
        line.usedIntroductoryOffer = former?.usedIntroductoryOffer ?? false || offer?.offer.type == .introductory
        if let former, let first {
            fields.originalID = first.originalID
            fields.originalPurchaseTime = first.originalPurchaseTime
            line.signed = former.signed
            line.sign(at: now)
            fields.signedTime = line.signed
        }
        fields.expirationTime = line.end
        fields.offer = offer?.offer
        return line
    }
}

extension StoreTransaction {
    /// The purchase date of a copy: now, or a millisecond after the purchase where that is not earlier.
    func copyTime(at now: Timestamp) -> Timestamp { max(now, purchaseTime.advanced(by: .milliseconds(1))) }
}
