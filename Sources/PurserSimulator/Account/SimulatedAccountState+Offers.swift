import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAccountState {
    /// The offer that a purchase gets: the one asked for, or the introductory one by itself.
    ///
    /// Of a signature it checks that it is there, and what a compact JWS says; whoever has the key checks the rest.
    ///
    /// - Parameters:
    ///   - user: the app's own user, whom an offer's signature may name.
    ///   - isMonthly: whether the offers of the plan that is paid in parts are meant.
    func applicableOffer(
        for product: StoreProduct, _ options: Set<PurchaseOption>, user: UUID? = nil, isMonthly: Bool = false,
        at now: Timestamp
    ) -> Result<StoreOffer?, BackendError> {
        var product = product
        if isMonthly { product.subscription?.offers = catalog.monthlyPlans[product.id]?.offers ?? [] }
        do throws(BackendError) {
            guard let wanted = WantedOffer(options) else {
                return .success(try introductoryOffer(for: product, options, at: now))
            }
            return .success(try offer(wanted, for: product, user: user, at: now))
        } catch {
            return .failure(error)
        }
    }

    private func introductoryOffer(
        for product: StoreProduct, _ options: Set<PurchaseOption>, at now: Timestamp
    ) throws(BackendError) -> StoreOffer? {
        guard let subscription = product.subscription else { return nil }
        let isAllowed = try WantedOffer.introductoryEligibility(options, productID: product.id)
        if let text = options.introductoryStatement {
            try checkStatement(text, for: "introductory-offer-eligibility", of: product.id)
        }
        guard isAllowed ?? isNew(to: subscription.subscriptionGroupID, at: now) else { return nil }
        return subscription.offers.first { $0.type == .introductory }
    }

    private func offer(
        _ wanted: WantedOffer, for product: StoreProduct, user: UUID?, at now: Timestamp
    ) throws(BackendError) -> StoreOffer {
        guard let subscription = product.subscription, let offer = find(wanted, in: subscription) else {
            throw BackendError(
                .invalidOfferIdentifier,
                "\(product.id) has no \(wanted.type) offer \(wanted.id) with this billing plan. See subscription.offers of the product."
            )
        }
        if wanted.type == .promotional {
            // What is given is looked at where somebody can check it, be it required or not.
            let isChecked = offerChecker != nil && wanted.proof != nil
            let isRequired = catalog.settings.requiresOfferSignatures || isChecked
            try wanted.checkProof(productID: product.id, isRequired: isRequired)
            try checkSignature(of: wanted, for: product, user: user, at: now)
        }
        if let reason = ineligibility(for: offer, of: product.id, in: subscription.subscriptionGroupID, at: now) {
            throw BackendError(.ineligibleForOffer, reason + " Until then, or otherwise, offer the usual price.")
        }
        return offer
    }

    /// Checks what proves a promotional offer by the file's key, where there is somebody who can.
    private func checkSignature(
        of wanted: WantedOffer, for product: StoreProduct, user: UUID?, at now: Timestamp
    ) throws(BackendError) {
        switch wanted.proof {
        case nil: return
        case .compactJWS(let text):
            try checkStatement(text, for: "promotional-offer", of: product.id, offerID: wanted.id)
        case .signature(let signature):
            let subject = OfferSubject(
                bundleID: catalog.settings.app.bundleID, productID: product.id, offerID: wanted.id,
                appAccountToken: user)
            if let flaw = offerChecker?.flaw(in: signature, over: subject, at: now.date) {
                throw Self.invalidSignature(flaw)
            }
        }
    }

    /// Checks a statement by the file's key, where there is somebody who can: then it must name what it is for.
    private func checkStatement(
        _ text: String, for audience: String, of productID: String, offerID: String? = nil
    ) throws(BackendError) {
        guard let checker = offerChecker else { return }
        let bundleID = catalog.settings.app.bundleID
        if let flaw = checker.flaw(inCompactJWS: text, for: audience, bundleID: bundleID) {
            throw Self.invalidSignature(flaw)
        }
        let claims = OfferClaims(compactJWS: text)
        guard claims?.productId == productID else {
            throw Self.invalidSignature("The statement for \(audience) is not for \(productID) (productId).")
        }
        if let offerID, claims?.offerIdentifier != offerID {
            throw Self.invalidSignature("The statement for \(audience) is not for \(offerID) (offerIdentifier).")
        }
        let app = catalog.settings.app.transactionID
        if let id = claims?.transactionId, id != app, place(of: id) == nil {
            throw Self.invalidSignature("It is for a customer with the transaction \(id), and this one has none such.")
        }
    }

    private static func invalidSignature(_ flaw: String) -> BackendError {
        BackendError(.invalidSignature, flaw + " Have the server sign with the key of the StoreKit configuration.")
    }

    /// Why this customer may not have an offer, and what would change that; `nil` when they may.
    func ineligibility(for offer: StoreOffer, of productID: String, in group: String, at now: Timestamp) -> String? {
        let name = offer.id ?? ""
        if catalog.settings.ineligibleOffers.contains(name) {
            return "The settings exclude everybody from the offer \(name). Take it out of ineligibleOffers."
        }
        let terms = catalog.offerTerms[OfferName(productID: productID, type: offer.type, id: offer.id)] ?? OfferTerms()
        guard terms.isEligible else {
            return "The StoreKit configuration excludes the customer from the offer \(name) of \(productID)."
        }
        if offer.type == .code { return codeIneligibility(name, terms, in: group, at: now) }
        guard !isEligible(for: offer.type, in: group, at: now) else { return nil }
        switch offer.type {
        case .introductory: return "The introductory offer is for customers who are new to the group \(group)."
        case .promotional:
            return
                "The promotional offer \(name) is for customers who are or were subscribed in the group \(group), and "
                + "this one never was. Let them buy a subscription of the group first."
        default:
            let isSubscribed = book.lines[group] != nil
            return "The win-back offer \(name) is for customers whose subscription in the group \(group) has ended. "
                + (isSubscribed ? "Let this one's end first." : "Let this one subscribe, and that end, first.")
        }
    }

    private func codeIneligibility(
        _ name: String, _ terms: OfferTerms, in group: String, at now: Timestamp
    ) -> String? {
        let standing: StoreKitConfiguration.Offer.Eligibility =
            if book.lines[group] == nil {
                .new
            } else {
                activeTransaction(in: group, at: now) == nil ? .expired : .existing
            }
        guard !terms.eligibility.isEmpty, !terms.eligibility.contains(standing) else { return nil }
        let names = terms.eligibility.map(\.rawValue).sorted().joined(separator: ", ")
        return
            "The offer code \(name) is for customers who are \(names) in the group \(group), and this one is \(standing.rawValue)."
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

    /// Whether an introductory offer may be used: once in a group, and not beside a subscription that runs, is in grace or in
    /// billing retry, whoever pays for it: the customer, the family, or who has assigned a seat.
    private func isNew(to group: String, at now: Timestamp) -> Bool {
        let lines = [book.lines[group], book.sharedLines[group]].compactMap { $0 }
        return lines.allSatisfy { line in
            let isOver = line.phase.isOver || line.phase == .active && line.end <= now
            return isOver && (line.isShared || !line.usedIntroductoryOffer)
        }
    }
}
