import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Actions of a customer, the App Store or a server on a subscription. The caller updates its signature date.
extension AccountSubscription {
    /// Switches renewal on or off.
    mutating func setAutoRenew(_ isOn: Bool) throws(BackendFailure) {
        guard willAutoRenew != isOn else { return }
        try checkNotOver()
        willAutoRenew = isOn
        // Payments are no longer retried for a lost subscription whose renewal is off and that has no commitment.
        if !isToRenew, case .retry = phase { ended(.expired(for: .autoRenewDisabled)) }
    }

    /// Plans the renewal as `product`, with an offer if requested.
    ///
    /// The current product with its current plan cancels a planned change.
    ///
    /// - Parameters:
    ///   - namesOffer: whether the payment requests an offer.
    ///   - offer: the offer of the next period.
    mutating func renewInto(
        _ product: StoreProduct, _ payment: BackendPayment, namesOffer: Bool, offer: StoreOffer?
    ) {
        let offer = offer.map { SubscriptionOffer($0) }
        let isMonthly = asksMonthly(product, payment)
        willAutoRenew = true
        guard product.id != productID || isMonthly != (commitment != nil) else {
            change = nil
            if namesOffer { nextOffer = offer }
            return
        }
        var wish = PlannedChange(
            productID: product.id, plan: isMonthly ? .monthly : .upFront, seats: payment.options.seats)
        wish.offer = namesOffer ? offer : wish.isLike(change) ? change?.offer : nil
        change = wish
    }

    /// Whether a payment is for the monthly plan.
    ///
    /// Without a requested plan, the current product keeps its plan, and another product is paid up front, and so are
    /// seats.
    func asksMonthly(_ product: StoreProduct, _ payment: BackendPayment) -> Bool {
        let keepsPlan = !payment.namesPlan && payment.options.seats == nil && product.id == productID
        return keepsPlan ? commitment != nil : payment.isMonthly
    }

    /// Sets the number of seats of the next period.
    ///
    /// - Parameter present: the number of seats of the current period.
    mutating func choose(seats: Int, present: Int?) throws(BackendFailure) {
        try checkNotOver()
        guard let chosen = renewalSeats, let present else {
            throw BackendFailure(
                .invalidRequest, "\(productID) was bought without seats. Buy it with PurchaseOption.seats(_:) first.")
        }
        if let change {
            let target = change.productID == productID ? "another plan" : change.productID
            throw BackendFailure(
                .invalidRequest, "\(productID) renews into \(target). Choose its seats with that purchase.")
        }
        let most = max(present, chosen)
        guard (1...most).contains(seats) else {
            throw BackendFailure(
                .invalidRequest,
                "\(productID) renews with 1 to \(most) seats, not with \(seats). Buy more with PurchaseOption.seats(_:) and their total."
            )
        }
        renewalSeats = seats
    }

    /// The highest price: the App Store signs prices as whole numbers of thousandths.
    private static let highestPrice: Decimal = 1_000_000_000_000

    /// Announces a price increase to the customer.
    mutating func increase(to price: Decimal?, isAgreed: Bool) throws(BackendFailure) {
        try checkNotOver()
        if let price, !price.isFinite || !(0...Self.highestPrice).contains(price) {
            throw BackendFailure(
                .invalidRequest,
                "\(productID) cannot cost \(price). Pass a price from 0 to \(Self.highestPrice).")
        }
        increase = PriceIncrease(price: price, isAgreed: isAgreed)
    }

    /// Records the customer's answer to a price increase; a declined increase ends the renewal.
    mutating func consent(_ agrees: Bool) throws(BackendFailure) {
        guard increase != nil else {
            throw BackendFailure(
                .invalidRequest,
                "\(productID) has no price increase to answer. Call requestPriceIncreaseConsent(for:) first.")
        }
        if agrees {
            increase?.isAgreed = true
        } else {
            increase = nil
            willAutoRenew = false
        }
    }

    /// Extends the current period, which moves all later periods.
    mutating func extend(by length: Duration) {
        endPeriod(at: end.advanced(by: length))
        commitment = commitment?.ending(with: period, of: schedule)
    }

    /// Ends the subscription now, for the given reason.
    mutating func expire(for reason: StoreRenewalInfo.ExpirationReason, at now: Timestamp) {
        if phase == .active, end > now { endPeriod(at: now) }
        // A revoked subscription stays revoked until another transaction.
        ended(phase == .revoked ? .revoked : .expired(for: reason))
    }

    /// Rejects changes of a subscription that is over.
    private func checkNotOver() throws(BackendFailure) { if isOver { throw over } }

    /// The error for a subscription that is over.
    var over: BackendFailure {
        BackendFailure(.invalidRequest, "\(productID) is over (\(phase.state)). Let the customer buy it again first.")
    }
}
