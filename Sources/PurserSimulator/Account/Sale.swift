import Purser

/// A purchase by the customer, or an acquisition that another person pays for.
struct Sale: Sendable {
    let product: StoreProduct
    let payment: BackendPayment
    var offer: StoreOffer?
    var token: PaymentToken?
    /// The ownership type; not `.purchased` if another person pays.
    var owner = StoreTransaction.OwnershipType.purchased
    /// The original of a copy, which StoreKit 1 makes when an owned product is bought again.
    var original: StoreTransaction?

    /// Whether the customer pays for it.
    var isCharged: Bool { original == nil && isOwn }

    private var isOwn: Bool { owner == .purchased }

    /// The subscription that it belongs to; `nil` for other products.
    var subscription: SubscriptionID? {
        product.subscription.map { SubscriptionID(groupID: $0.subscriptionGroupID, isShared: !isOwn) }
    }

    /// The fields of its transaction, without the period of a subscription.
    func fields(id: String, at now: Timestamp, in catalog: SimulatorCatalog) -> StoreTransaction.Fields {
        var fields = StoreTransaction.Fields(
            id: id, productID: product.id, productType: product.type, purchasedQuantity: payment.quantity,
            purchaseTime: now)
        fields.appAccountToken = payment.appAccountToken
        fields.ownershipType = owner
        fields.subscriptionGroupID = subscription?.groupID
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
            fields.hasSeats(PeriodPrice(of: product, own: offer?.amount, seats: 1...seats).tiers, of: catalog)
        }
        return fields
    }

    /// Begins the purchased period, and the group's subscription if there is none yet.
    ///
    /// - Parameters:
    ///   - place: the place of the transaction.
    ///   - former: the subscription's previous state; `nil` for none.
    ///   - first: its first transaction.
    ///   - fields: the transaction's fields, to which the period is added.
    /// - Returns: the new state of the subscription; `nil` if nothing begins.
    func begun(
        at place: Int, after former: AccountSubscription?, _ first: StoreTransaction?,
        _ fields: inout StoreTransaction.Fields, in catalog: SimulatorCatalog
    ) -> AccountSubscription? {
        guard original == nil, let info = product.subscription else { return nil }
        let now = fields.purchaseTime
        let offer = offer.map { SubscriptionOffer($0).used }
        let rate = catalog.settings.timeRate
        var subscription = AccountSubscription(
            first: former?.first ?? place, current: place, groupID: info.subscriptionGroupID,
            isShared: !isOwn, isAssigned: owner == .assigned, productID: product.id,
            schedule: PeriodSchedule(anchor: now, period: info.subscriptionPeriod, rate: rate.rawValue),
            recentStart: former?.recentStart(boughtAgainAt: now, retry: rate.billingRetryPeriod) ?? now, signed: now)
        if let length = offer?.period {
            subscription.schedule.anchor = rate.end(of: length, from: now)
            subscription.period = -1
        }
        if fields.billingPlanType == .monthly {
            // The first of twelve payments; an offer with its own length comes before them.
            subscription.schedule.period = MonthlyPlan.partLength
            subscription.commitment = SubscriptionCommitment(to: product.id, in: catalog)?
                .advanced(isOffer: offer?.period != nil).ending(with: subscription.period, of: subscription.schedule)
            fields.commitmentInfo = subscription.commitment?.payable(in: product.currencyCode).info
        }
        subscription.offer = offer
        subscription.appAccountToken = fields.appAccountToken
        subscription.renewalSeats = fields.multiSeatInfo == nil ? nil : fields.purchasedQuantity
        subscription.begins(with: place)
        subscription.usedIntroductoryOffer =
            former?.usedIntroductoryOffer ?? false || offer?.offer.type == .introductory
        if let former, let first {
            fields.originalID = first.originalID
            fields.originalPurchaseTime = first.originalPurchaseTime
            subscription.signed = former.signed
            subscription.sign(at: now)
            fields.signedTime = subscription.signed
        }
        fields.expirationTime = subscription.end
        fields.offer = offer?.offer
        return subscription
    }
}

extension StoreTransaction {
    /// The purchase date of a copy: now, or a millisecond after the original purchase if that is later.
    func copyTime(at now: Timestamp) -> Timestamp { max(now, purchaseTime.advanced(by: .milliseconds(1))) }
}
