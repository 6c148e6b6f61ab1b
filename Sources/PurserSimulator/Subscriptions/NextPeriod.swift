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
    let offer: LineOffer?
    /// The commitment that it belongs to, or that begins after its offer; `nil` for payment up front.
    let commitment: LineCommitment?
    /// The price of a period for this customer without an offer; `nil` for the product's price.
    let ownPrice: Decimal?
    /// The price; with seats, the average price of one seat.
    let price: Decimal?
    /// The number of seats; `nil` without seats.
    let seats: Int?
    /// The price tiers of its seats, the most expensive first; empty without seats.
    let tiers: [StoreTransaction.MultiSeatInfo.PriceTier]

    init(of line: SubscriptionLine, in catalog: SimulatorCatalog) {
        let id = line.isBound ? line.productID : line.preferredProductID ?? line.productID
        product = catalog.unpriced(id).flatMap { $0.subscription?.subscriptionGroupID == line.groupID ? $0 : nil }
        let plan = line.isBound ? nil : line.preferredPlan
        let isChange = id != line.productID || plan != nil
        let running = line.offer.flatMap { $0.left > 0 && !isChange ? $0 : nil }
        offer = line.isBound ? running : line.nextOffer ?? running
        var commitment: LineCommitment?
        if isChange {
            if let plan, plan != .upFront { commitment = LineCommitment(to: id, in: catalog) }
            ownPrice = nil
        } else {
            let raised = line.isBound ? nil : line.increase?.price
            commitment = line.commitment.map { commitment in raised.map(commitment.repriced) ?? commitment }
            ownPrice = commitment == nil ? raised ?? line.price : nil
        }
        self.commitment = commitment?.advanced(isOffer: offer?.period != nil)
        seats = isChange ? line.preferredSeats : line.renewalSeats
        if let seats {
            tiers = .init(of: product, each: offer?.price ?? ownPrice, seats: 1...seats)
            price = tiers.averagePrice
        } else {
            tiers = []
            price = offer?.price ?? self.commitment?.partPrice ?? ownPrice ?? product?.price
        }
    }

    /// The subscription in this period, which begins at `start` and is reported at `reported`; `nil` if the product is
    /// not sold.
    func begun(
        _ line: SubscriptionLine, from start: Timestamp, reported: Timestamp, by settings: SimulatorSettings
    ) -> SubscriptionLine? {
        guard let product, let subscription = product.subscription else { return nil }
        var line = line
        // Within a commitment, planned changes wait for its end.
        if !line.isBound {
            (line.preferredProductID, line.preferredPlan, line.nextOffer, line.increase) = (nil, nil, nil, nil)
            (line.renewalSeats, line.preferredSeats) = (seats, nil)
        }
        line.commitment = commitment
        schedule(&line, subscription.subscriptionPeriod, from: start, at: settings.timeRate)
        line.price = ownPrice
        line.productID = product.id
        line.offer = offer?.used
        line.phase = .active
        line.renewals += 1
        if let limit = settings.renewalLimit, line.renewals >= limit { line.willAutoRenew = false }
        line.sign(at: reported)
        return line
    }

    /// Sets the end of the period, and of later ones.
    private func schedule(
        _ line: inout SubscriptionLine, _ period: SubscriptionPeriod, from start: Timestamp,
        at rate: SubscriptionTimeRate
    ) {
        let period = line.commitment == nil ? period : MonthlyPlan.partLength
        if let length = offer?.period {
            line.schedule = PeriodSchedule(
                anchor: rate.end(of: length, from: start), period: period, rate: rate.rawValue)
            line.period = -1
        } else if start == line.end, line.schedule.period == period, line.schedule.rate == rate.rawValue {
            line.period += 1
        } else {
            line.schedule = PeriodSchedule(anchor: start, period: period, rate: rate.rawValue)
            line.period = 0
        }
        // A part that is paid late moves the later parts.
        line.commitment = line.commitment?.ending(with: line.period, of: line.schedule)
    }
}

extension RenewalConditions {
    /// Makes the conditions for the renewal of a subscription.
    init(for line: SubscriptionLine, in catalog: SimulatorCatalog) {
        let settings = catalog.settings
        let next = NextPeriod(of: line, in: catalog)
        self.init(retry: settings.timeRate.billingRetryPeriod)
        isSold = next.product != nil
        // A renewal without a price always succeeds.
        isPayable = next.price == 0 || !settings.failsRenewals && !line.isUnpayable
        if line.commitment != nil {
            // Commitments have no grace period, and 90 days of retry instead of 60.
            retry = retry * 3 / 2
        } else if settings.hasBillingGracePeriod {
            grace = settings.timeRate.gracePeriod(for: line.schedule.period)
        }
    }
}

extension LineCommitment {
    /// Makes a commitment to a product that has not begun; `nil` if the product has no monthly plan.
    init?(to productID: String, in catalog: SimulatorCatalog) {
        guard let plan = catalog.monthlyPlans[productID] else { return nil }
        let currency = catalog.unpriced(productID)?.currencyCode
        self.init(
            price: PriceText.payable(plan.commitmentPrice, currency: currency),
            partPrice: PriceText.payable(plan.price, currency: currency))
    }
}
