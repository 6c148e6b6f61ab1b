import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The next period of a subscription according to its current state.
///
/// Within a commitment it is the commitment's next part: a change of product, plan, price or offer begins after the
/// last part.
struct NextPeriod: Sendable {
    /// The product; `nil` if it is no longer sold.
    let product: StoreProduct?
    /// The offer with which it begins or continues.
    let offer: SubscriptionOffer?
    /// The commitment that it belongs to, or that begins after its offer; `nil` for payment up front.
    let commitment: SubscriptionCommitment?
    /// The price of a period for this customer without an offer; `nil` for the product's price.
    let ownPrice: Decimal?
    /// The price; with seats, the average price of one seat.
    var price: Decimal? { amount.price }
    /// The number of seats; `nil` without seats.
    let seats: Int?
    /// The price tiers of its seats, the most expensive first; empty without seats.
    var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] { amount.tiers }
    private let amount: PeriodPrice

    init(of subscription: AccountSubscription, in catalog: SimulatorCatalog) {
        let change = subscription.isBound ? nil : subscription.change
        let id = change?.productID ?? subscription.productID
        product = catalog.unpriced(id).flatMap {
            $0.subscription?.subscriptionGroupID == subscription.groupID ? $0 : nil
        }
        var commitment: SubscriptionCommitment?
        if let change {
            offer = change.offer
            if change.plan != .upFront { commitment = SubscriptionCommitment(to: id, in: catalog) }
            ownPrice = nil
        } else {
            let next = subscription.isBound ? nil : subscription.nextOffer
            offer = next ?? subscription.offer.flatMap { $0.left > 0 ? $0 : nil }
            let raised = subscription.isBound ? nil : subscription.increase?.price
            commitment = subscription.commitment.map { commitment in raised.map(commitment.repriced) ?? commitment }
            ownPrice = commitment == nil ? raised ?? subscription.price : nil
        }
        self.commitment = commitment?.advanced(isOffer: offer?.period != nil)
        seats = change == nil ? subscription.renewalSeats : change?.seats
        amount = PeriodPrice(
            of: product, own: offer?.price ?? self.commitment?.partPrice ?? ownPrice, seats: seats.map { 1...$0 })
    }

    /// The subscription in this period, which begins at `start` and is reported at `reported`; `nil` if the product is
    /// not sold.
    func begun(
        _ subscription: AccountSubscription, from start: Timestamp, reported: Timestamp, by settings: SimulatorSettings
    ) -> AccountSubscription? {
        guard let product, let info = product.subscription else { return nil }
        var subscription = subscription
        // Within a commitment, planned changes wait for its end.
        if !subscription.isBound {
            (subscription.change, subscription.nextOffer, subscription.increase) = (nil, nil, nil)
            subscription.renewalSeats = seats
        }
        subscription.commitment = commitment
        schedule(&subscription, info.subscriptionPeriod, from: start, at: settings.timeRate)
        subscription.price = ownPrice
        subscription.productID = product.id
        subscription.offer = offer?.used
        subscription.phase = .active
        subscription.renewals += 1
        if let limit = settings.renewalLimit, subscription.renewals >= limit { subscription.willAutoRenew = false }
        subscription.sign(at: reported)
        return subscription
    }

    /// Sets the end of the period, and of later ones.
    private func schedule(
        _ subscription: inout AccountSubscription, _ period: SubscriptionPeriod, from start: Timestamp,
        at rate: SubscriptionTimeRate
    ) {
        let period = subscription.commitment == nil ? period : MonthlyPlan.partLength
        if let length = offer?.period {
            subscription.schedule = PeriodSchedule(
                anchor: rate.end(of: length, from: start), period: period, rate: rate.rawValue)
            subscription.period = -1
        } else if start == subscription.end, subscription.schedule.period == period,
            subscription.schedule.rate == rate.rawValue
        {
            subscription.period += 1
        } else {
            subscription.schedule = PeriodSchedule(anchor: start, period: period, rate: rate.rawValue)
            subscription.period = 0
        }
        // A part that is paid late moves the later parts.
        subscription.commitment = subscription.commitment?.ending(with: subscription.period, of: subscription.schedule)
    }
}

extension RenewalConditions {
    /// Makes the conditions for the renewal of a subscription.
    init(for subscription: AccountSubscription, in catalog: SimulatorCatalog) {
        let settings = catalog.settings
        let next = NextPeriod(of: subscription, in: catalog)
        self.init(retry: settings.timeRate.billingRetryPeriod)
        isSold = next.product != nil
        // A renewal without a price always succeeds.
        isPayable = next.price == 0 || !settings.failsRenewals && !subscription.isUnpayable
        if subscription.commitment != nil {
            // Commitments have no grace period, and 90 days of retry instead of 60.
            retry = retry * 3 / 2
        } else if settings.hasBillingGracePeriod {
            grace = settings.timeRate.gracePeriod(for: subscription.schedule.period)
        }
    }
}

extension SubscriptionCommitment {
    /// Makes a commitment to a product that has not begun; `nil` if the product has no monthly plan.
    init?(to productID: String, in catalog: SimulatorCatalog) {
        guard let plan = catalog.monthlyPlans[productID] else { return nil }
        self.init(price: plan.commitmentPrice, partPrice: plan.price)
    }
}
