import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the next period of a line is to be, as things stand.
///
/// Inside a commitment it is the next part of that: another product, plan, price or offer comes behind the last part.
struct NextPeriod: Sendable {
    /// The product; `nil` when it is not sold any more.
    let product: StoreProduct?
    /// The offer with which it begins or goes on.
    let offer: LineOffer?
    /// The commitment that it is a part of, or that begins behind its offer; `nil` where it is paid up front.
    let commitment: LineCommitment?
    /// What a period of it costs this customer without an offer, where that is not what the product costs.
    let ownPrice: Decimal?
    /// What it costs; of one with seats the average price of one seat.
    let price: Decimal?
    /// How many seats it has; `nil` without seats.
    let seats: Int?
    /// What its seats cost, the dearest first; none without seats.
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

    /// A line that has come to this period, which begins at `start` and is reported at `told`; `nil` when nothing is sold.
    func begun(
        _ line: SubscriptionLine, from start: Timestamp, reported: Timestamp, by settings: SimulatorSettings
    ) -> SubscriptionLine? {
        guard let product, let subscription = product.subscription else { return nil }
        var line = line
        // Inside a commitment what was planned waits for its end.
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

    /// Says when the period ends, and those behind it.
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
        // A part that is paid late shifts those behind it.
        line.commitment = line.commitment?.ending(with: line.period, of: line.schedule)
    }
}

extension RenewalConditions {
    /// What the renewal of a line depends on, as things stand.
    init(for line: SubscriptionLine, in catalog: SimulatorCatalog) {
        let settings = catalog.settings
        let next = NextPeriod(of: line, in: catalog)
        self.init(retry: settings.timeRate.billingRetryPeriod)
        isSold = next.product != nil
        // What costs nothing is always paid.
        isPayable = next.price == 0 || !settings.failsRenewals && !line.isUnpayable
        if line.commitment != nil {
            // Commitments have no grace, and 90 days of retry instead of 60.
            retry = retry * 3 / 2
        } else if settings.hasBillingGracePeriod {
            grace = settings.timeRate.gracePeriod(for: line.schedule.period)
        }
    }
}

extension LineCommitment {
    /// A commitment to a product that has not begun; `nil` where the product has none.
    init?(to productID: String, in catalog: SimulatorCatalog) {
        guard let plan = catalog.monthlyPlans[productID] else { return nil }
        let currency = catalog.unpriced(productID)?.currencyCode
        self.init(
            price: PriceText.payable(plan.commitmentPrice, currency: currency),
            partPrice: PriceText.payable(plan.price, currency: currency))
    }
}
