import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAccountState {
    /// The customer redeems an offer code, in the app or outside it.
    ///
    /// - Returns: the place of the transaction that gives them the product, and what is told.
    mutating func redeemed(
        _ offerID: String, for productID: String, appAccountToken: UUID?, at now: Timestamp
    ) throws(BackendError) -> (place: Int, events: [BackendEvent]) {
        let payment = BackendPayment(
            token: PaymentToken(launch: 0, number: 0), productID: productID, appAccountToken: appAccountToken,
            options: [PurchaseOption(.offer(id: offerID, type: .code))])
        guard let stacked = try stackedOffer(offerID, for: productID, at: now) else {
            return try boughtElsewhere(payment, at: now)
        }
        // The introductory offer comes first, by itself, and the code's behind it.
        let plain = BackendPayment(token: payment.token, productID: productID, appAccountToken: appAccountToken)
        let bought = try boughtElsewhere(plain, at: now)
        if var line = line(at: bought.place) {
            line.nextOffer = LineOffer(stacked)
            put(line)
        }
        return bought
    }

    /// The code's offer, where a new customer gets the introductory one before it.
    private func stackedOffer(
        _ offerID: String, for productID: String, at now: Timestamp
    ) throws(BackendError) -> StoreOffer? {
        let name = OfferName(productID: productID, type: .code, id: offerID)
        guard catalog.offerTerms[name]?.isStackable == true, let product = catalog.unpriced(productID),
            product.subscription?.introductoryOffer != nil,
            try applicableOffer(for: product, [], at: now).get() != nil
        else { return nil }
        return try applicableOffer(for: product, [PurchaseOption(.offer(id: offerID, type: .code))], at: now).get()
    }
}
