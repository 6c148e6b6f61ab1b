import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the next period of a line is to be.
struct NextPeriod: Sendable {
    /// The product; `nil` when it is not sold any more.
    var product: StoreProduct?
    /// The offer with which it begins or goes on.
    var offer: LineOffer?
    /// The commitment that it is a part of, or that begins behind its offer; `nil` where it is paid up front.
    var commitment: LineCommitment?
    /// What a period of it costs this customer without an offer, where that is not what the product costs.
    var ownPrice: Decimal?
    /// What it costs; of one with seats the average price of one seat.
    var price: Decimal?
    /// How many seats it has; `nil` without seats.
    var seats: Int?
    /// What its seats cost, the dearest first; none without seats.
    var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = []
}

extension SimulatedAccountState {
    /// What the next period of a line is to be, as things stand.
    ///
    /// Inside a commitment it is the next part of that: another product, plan, price or offer comes behind the last part.
    func nextPeriod(of line: SubscriptionLine) -> NextPeriod {
        let id = line.isBound ? line.productID : line.preferredProductID ?? line.productID
        let product = catalog.unpriced(id).flatMap { $0.subscription?.subscriptionGroupID == line.groupID ? $0 : nil }
        let plan = line.isBound ? nil : line.preferredPlan
        let isChange = id != line.productID || plan != nil
        var next = NextPeriod(product: product)
        let running = line.offer.flatMap { $0.left > 0 && !isChange ? $0 : nil }
        next.offer = line.isBound ? running : line.nextOffer ?? running
        if isChange {
            if let plan, plan != .upFront { next.commitment = newCommitment(to: id) }
        } else {
            let raised = line.isBound ? nil : line.increase?.price
            next.commitment = line.commitment.map { commitment in raised.map(commitment.repriced) ?? commitment }
            next.ownPrice = next.commitment == nil ? raised ?? line.price : nil
        }
        next.commitment = next.commitment?.advanced(isOffer: next.offer?.period != nil)
        next.price = next.offer?.price ?? next.commitment?.partPrice ?? next.ownPrice ?? product?.price
        next.seats = isChange ? line.preferredSeats : line.renewalSeats
        if let seats = next.seats {
            next.tiers = tiers(of: product, each: next.offer?.price ?? next.ownPrice, seats: 1...seats)
            next.price = next.tiers.averagePrice
        }
        return next
    }

    /// A commitment to a product that has not begun; `nil` where the product has none.
    func newCommitment(to productID: String) -> LineCommitment? {
        guard let plan = catalog.monthlyPlans[productID] else { return nil }
        let currency = catalog.unpriced(productID)?.currencyCode
        return LineCommitment(
            price: PriceText.payable(plan.commitmentPrice, currency: currency),
            partPrice: PriceText.payable(plan.price, currency: currency))
    }

    /// What the renewal of a line depends on, as things stand.
    func conditions(for line: SubscriptionLine) -> RenewalConditions {
        let settings = catalog.settings
        let next = nextPeriod(of: line)
        var conditions = RenewalConditions(retry: settings.timeRate.billingRetryPeriod)
        conditions.isSold = next.product != nil
        // What costs nothing is always paid.
        conditions.isPayable = next.price == 0 || !settings.failsRenewals && !line.isUnpayable
        if line.commitment != nil {
            // Commitments have no grace, and 90 days of retry instead of 60.
            conditions.retry = conditions.retry * 3 / 2
        } else if settings.hasBillingGracePeriod {
            conditions.grace = settings.timeRate.gracePeriod(for: line.schedule.period)
        }
        return conditions
    }
}
