import Purser

extension SimulatedAccountState {
    /// The offer that a purchase gets: the one asked for, or the introductory one by itself.
    ///
    /// Of a signature it checks only that it is there, and what a compact JWS says: it has nobody's key.
    func applicableOffer(
        for product: StoreProduct, _ options: Set<PurchaseOption>, at now: Timestamp
    ) -> Result<StoreOffer?, BackendError> {
        do throws(BackendError) {
            guard let wanted = WantedOffer(options) else {
                return .success(try introductoryOffer(for: product, options, at: now))
            }
            return .success(try offer(wanted, for: product, at: now))
        } catch {
            return .failure(error)
        }
    }

    private func introductoryOffer(
        for product: StoreProduct, _ options: Set<PurchaseOption>, at now: Timestamp
    ) throws(BackendError) -> StoreOffer? {
        guard let subscription = product.subscription else { return nil }
        let isAllowed = try WantedOffer.introductoryEligibility(options, productID: product.id)
        guard isAllowed ?? isNew(to: subscription.subscriptionGroupID, at: now) else { return nil }
        return subscription.offers.first { $0.type == .introductory }
    }

    private func offer(
        _ wanted: WantedOffer, for product: StoreProduct, at now: Timestamp
    ) throws(BackendError) -> StoreOffer {
        guard let subscription = product.subscription, let offer = find(wanted, in: subscription) else {
            throw BackendError(.invalidOfferIdentifier, "\(product.id) has no offer \(wanted.id) of this kind")
        }
        if wanted.type == .promotional {
            try wanted.checkProof(productID: product.id, isRequired: catalog.settings.requiresOfferSignatures)
        }
        let isBarred = offer.id.map(catalog.settings.ineligibleOffers.contains) ?? false
        guard !isBarred, isEligible(for: offer.type, in: subscription.subscriptionGroupID, at: now) else {
            throw BackendError(.ineligibleForOffer, "this customer is not eligible for the offer \(wanted.id)")
        }
        return offer
    }

    private func find(_ wanted: WantedOffer, in subscription: StoreProduct.SubscriptionInfo) -> StoreOffer? {
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
