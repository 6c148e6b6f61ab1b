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
    /// What it costs.
    var price: Decimal?
}

extension SimulatedAccountState {
    /// What the next period of a line is to be, as things stand.
    func nextPeriod(of line: SubscriptionLine) -> NextPeriod {
        // Who is bound by a commitment changes at its end.
        let isBound = line.commitment?.isUnderWay == true
        let id = isBound ? line.productID : line.preferredProductID ?? line.productID
        let product = catalog.unpriced(id).flatMap { $0.subscription?.subscriptionGroupID == line.groupID ? $0 : nil }
        let running = line.offer.flatMap { $0.left > 0 && id == line.productID ? $0 : nil }
        let offer = line.nextOffer ?? running
        let usual = id == line.productID ? line.increase?.price ?? line.commitment?.partPrice ?? line.price : nil
        return NextPeriod(product: product, offer: offer, price: offer?.price ?? usual ?? product?.price)
    }

    /// What the renewal of a line depends on, as things stand.
    func conditions(for line: SubscriptionLine) -> RenewalConditions {
        let settings = catalog.settings
        let next = nextPeriod(of: line)
        var conditions = RenewalConditions(retry: settings.timeRate.billingRetryPeriod)
        conditions.isSold = next.product != nil
        // What costs nothing is always paid.
        conditions.isPayable = !settings.failsRenewals || next.price == 0
        if settings.hasBillingGracePeriod {
            conditions.grace = settings.timeRate.gracePeriod(for: line.schedule.period)
        }
        return conditions
    }
}
