import Purser

extension SimulatedAccountState {
    /// The offer that a purchase gets: the one asked for, or the introductory one by itself.
    func applicableOffer(
        for product: StoreProduct, _ request: PaymentRequest, at now: Timestamp
    ) -> Result<StoreOffer?, BackendError> {
        guard let wanted = request.offer else {
            guard let subscription = product.subscription, isNew(to: subscription.subscriptionGroupID, at: now) else {
                return .success(nil)
            }
            return .success(subscription.offers.first { $0.type == .introductory })
        }
        guard let subscription = product.subscription, let offer = find(wanted, in: subscription) else {
            return .failure(
                BackendError(.invalidOfferIdentifier, "\(product.id) has no offer \(wanted.id) of this kind"))
        }
        if wanted.type == .promotional, wanted.signature == nil, catalog.settings.requiresOfferSignatures {
            return .failure(
                BackendError(.missingOfferParams, "the promotional offer \(wanted.id) comes without a signature"))
        }
        let isBarred = offer.id.map(catalog.settings.ineligibleOffers.contains) ?? false
        guard !isBarred, isEligible(for: offer.type, in: subscription.subscriptionGroupID, at: now) else {
            return .failure(
                BackendError(.ineligibleForOffer, "this customer is not eligible for the offer \(wanted.id)"))
        }
        return .success(offer)
    }

    private func find(_ wanted: OfferRequest, in subscription: StoreProduct.SubscriptionInfo) -> StoreOffer? {
        // Introductory offers have no identifier: there is one at most.
        subscription.offers.first { $0.type == wanted.type && ($0.type == .introductory || $0.id == wanted.id) }
    }

    private func isEligible(for kind: StoreOffer.OfferType, in group: String, at now: Timestamp) -> Bool {
        switch kind {
        case .introductory: isNew(to: group, at: now)
        case .promotional: book.lines[group] != nil
        case .winBack: book.lines[group] != nil && activeTransaction(in: group, at: now) == nil
        default: true
        }
    }

    /// Whether an introductory offer may be used: once in a group, and not beside a running subscription.
    private func isNew(to group: String, at now: Timestamp) -> Bool {
        guard let line = book.lines[group] else { return true }
        return !line.usedIntroductoryOffer && activeTransaction(in: group, at: now) == nil
    }
}
