import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What a customer wants of a subscription, and what the store or a server does to it. Who calls this signs the line.
extension SubscriptionLine {
    /// The customer switches renewal on or off.
    mutating func setAutoRenew(_ isOn: Bool) throws(BackendError) {
        guard willAutoRenew != isOn else { return }
        try checkNotOver()
        willAutoRenew = isOn
        // Nobody pays any more for what the customer has lost, does not want back and is not bound to.
        if !isToRenew, case .retry = phase { ended(.expired(for: .autoRenewDisabled)) }
    }

    /// The customer wants it to go on as `product`, perhaps with an offer: it renews into that.
    ///
    /// - Parameters:
    ///   - namesOffer: whether the payment asks for an offer.
    ///   - offer: the offer to begin with then.
    mutating func renewInto(
        _ product: StoreProduct, _ payment: BackendPayment, namesOffer: Bool, offer: StoreOffer?
    ) {
        // Who names no plan keeps the one of the present product, and pays up front for another.
        let isMonthly = asksMonthly(product, payment)
        let isSame = product.id == productID && isMonthly == (commitment != nil)
        if namesOffer {
            nextOffer = offer.map { LineOffer($0) }
        } else if preferredProductID ?? productID != product.id || isMonthly != wantsMonthly {
            nextOffer = nil
        }
        preferredProductID = product.id == productID ? nil : product.id
        preferredPlan = isSame ? nil : isMonthly ? .monthly : .upFront
        preferredSeats = isSame ? nil : payment.options.seats
        willAutoRenew = true
    }

    /// Whether a payment for the next period asks for a commitment that is paid in parts.
    func asksMonthly(_ product: StoreProduct, _ payment: BackendPayment) -> Bool {
        payment.namesPlan || product.id != productID ? payment.isMonthly : wantsMonthly
    }

    /// Whether what comes behind the present period, or the commitment, is paid in parts.
    private var wantsMonthly: Bool {
        if let preferredPlan { return preferredPlan != .upFront }
        return preferredProductID == nil && commitment != nil
    }

    /// The customer chooses how many seats the next period has.
    ///
    /// - Parameter present: how many the present one has.
    mutating func choose(seats: Int, present: Int?) throws(BackendError) {
        try checkNotOver()
        guard let chosen = renewalSeats, let present else {
            throw BackendError(
                .invalidRequest, "\(productID) was bought without seats. Buy it with PurchaseOption.seats(_:) first.")
        }
        guard preferredProductID == nil, preferredPlan == nil else {
            throw BackendError(
                .invalidRequest,
                "\(productID) renews into \(preferredProductID ?? "another plan"). Choose its seats with that purchase."
            )
        }
        let most = max(present, chosen)
        guard (1...most).contains(seats) else {
            throw BackendError(
                .invalidRequest,
                "\(productID) renews with 1 to \(most) seats, not with \(seats). Buy more with PurchaseOption.seats(_:) and their total."
            )
        }
        renewalSeats = seats
    }

    /// The store tells the customer of a higher price.
    mutating func increase(to price: Decimal?, isAgreed: Bool) throws(BackendError) {
        try checkNotOver()
        if let price, !price.isFinite || price < 0 {
            throw BackendError(.invalidRequest, "\(productID) cannot cost \(price). Name a price of 0 or more.")
        }
        increase = PriceIncrease(price: price, isAgreed: isAgreed)
    }

    /// The customer answers: who declines does not renew.
    mutating func consent(_ agrees: Bool) throws(BackendError) {
        guard increase != nil else {
            throw BackendError(
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

    /// Its present period becomes longer, and those behind it later.
    mutating func extend(by length: Duration) {
        endPeriod(at: end.advanced(by: length))
        commitment = commitment?.ending(with: period, of: schedule)
    }

    /// It ends now, for a reason.
    mutating func expire(for reason: StoreRenewalInfo.ExpirationReason, at now: Timestamp) {
        if phase == .active, end > now { endPeriod(at: now) }
        // Only another transaction ends what a revocation has brought.
        ended(phase == .revoked ? .revoked : .expired(for: reason))
    }

    /// Rejects what cannot be done to a line that is over.
    private func checkNotOver() throws(BackendError) { if isOver { throw over } }

    /// Why nothing can be done to a line that is over.
    var over: BackendError {
        BackendError(.invalidRequest, "\(productID) is over (\(phase.state)). Let the customer buy it again first.")
    }
}
