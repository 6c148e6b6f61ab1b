import Purser

/// The offers of a group that a customer is eligible for now.
struct OfferEligibility {
    let group: String
    /// The customer's subscriptions.
    let subscriptions: AccountSubscriptions
    let now: Timestamp

    private var wasSubscribed: Bool { subscriptions[group] != nil }
    private var isSubscribed: Bool { subscriptions.active(in: group, at: now) != nil }

    /// The identifiers of the win-back offers that a subscription's customer is eligible for, the best first: the
    /// longest free time, then the lowest price.
    static func winBackOffers(
        for subscription: AccountSubscription, among subscriptions: AccountSubscriptions, in catalog: SimulatorCatalog
    ) -> [String] {
        guard !subscription.isShared else { return [] }
        let eligibility = OfferEligibility(
            group: subscription.groupID, subscriptions: subscriptions, now: subscription.signed)
        let offers = catalog.unpriced(subscription.productID)?.subscription?.winBackOffers ?? []
        return offers.filter { eligibility.obstacle(to: $0, of: subscription.productID, in: catalog) == nil }
            .sorted { ($0.price, -$0.period.approximateDays) < ($1.price, -$1.period.approximateDays) }
            .compactMap(\.id)
    }

    /// The reason why the customer is not eligible for an offer, and what would change it; `nil` if they are.
    func obstacle(to offer: StoreOffer, of productID: String, in catalog: SimulatorCatalog) -> String? {
        let name = offer.id ?? ""
        if catalog.settings.ineligibleOffers.contains(name) {
            return "The settings exclude all customers from the offer \(name). Remove it from ineligibleOffers."
        }
        let terms = catalog.offerTerms[OfferName(productID: productID, type: offer.type, id: offer.id)] ?? OfferTerms()
        guard terms.isEligible else {
            return "The StoreKit configuration excludes the customer from the offer \(name) of \(productID)."
        }
        switch offer.type {
        case .code: return obstacle(toCode: name, terms)
        case .introductory where !subscriptions.isNew(to: group, at: now):
            return "The introductory offer is for customers who are new to the group \(group)."
        case .promotional where !wasSubscribed:
            return
                "The promotional offer \(name) is for customers who are or were subscribed in the group \(group), but "
                + "this one never was. Let them buy a subscription of the group first."
        case .winBack where !wasSubscribed || isSubscribed:
            return "The win-back offer \(name) is for customers whose subscription in the group \(group) has ended. "
                + (wasSubscribed ? "Let this one's end first." : "Let this one subscribe, and that end, first.")
        default: return nil
        }
    }

    private func obstacle(toCode name: String, _ terms: OfferTerms) -> String? {
        let customer: OfferTerms.Eligibility =
            !wasSubscribed ? .new : isSubscribed ? .existing : .expired
        guard !terms.eligibility.isEmpty, !terms.eligibility.contains(customer) else { return nil }
        let names = terms.eligibility.map(\.rawValue).sorted().joined(separator: ", ")
        return
            "The offer code \(name) is for customers who are \(names) in the group \(group), but this one is "
            + "\(customer.rawValue)."
    }
}
