import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decides the offer of a purchase: the requested one, or the introductory one by default.
///
/// It checks that a required signature is present, and the claims of a compact JWS; the owner of the key checks the
/// rest.
struct OfferRules: Sendable {
    /// Checks offer signatures; `nil` if only their form is checked.
    var checker: (any OfferChecking)?

    /// The offer of a payment.
    ///
    /// - Parameters:
    ///   - isMonthly: whether to use the offers of the monthly plan.
    ///   - book: the customer's purchases so far.
    func offer(
        of product: StoreProduct, for payment: BackendPayment, isMonthly: Bool, to book: AccountBook,
        in catalog: SimulatorCatalog, at now: Timestamp
    ) throws(BackendFailure) -> StoreOffer? {
        var product = product
        if isMonthly { product.subscription?.offers = catalog.monthlyPlans[product.id]?.offers ?? [] }
        guard let wanted = WantedOffer(payment.options) else {
            return try introductoryOffer(of: product, payment.options, to: book, in: catalog, at: now)
        }
        guard let info = product.subscription, let offer = wanted.found(in: info) else {
            throw BackendFailure(
                .invalidOfferIdentifier,
                "\(product.id) has no \(wanted.type) offer \(wanted.id) with this billing plan. See subscription.offers of the product."
            )
        }
        if wanted.type == .promotional {
            // A signature that can be checked is checked, whether it is required or not.
            let isChecked = checker != nil && wanted.proof != nil
            let isRequired = catalog.settings.requiresOfferSignatures || isChecked
            try wanted.checkProof(productID: product.id, isRequired: isRequired)
            try checkSignature(of: wanted, for: product, user: payment.appAccountToken, book, catalog, at: now)
        }
        let reason = OfferEligibility(group: info.subscriptionGroupID, subscriptions: book.subscriptions, now: now)
            .obstacle(to: offer, of: product.id, in: catalog)
        if let reason {
            throw BackendFailure(.ineligibleForOffer, reason + " Until then, or otherwise, offer the usual price.")
        }
        return offer
    }

    private func introductoryOffer(
        of product: StoreProduct, _ options: Set<PurchaseOption>, to book: AccountBook, in catalog: SimulatorCatalog,
        at now: Timestamp
    ) throws(BackendFailure) -> StoreOffer? {
        guard let info = product.subscription else { return nil }
        let isAllowed = try WantedOffer.introductoryEligibility(options, productID: product.id)
        if let text = options.introductoryStatement {
            try checkStatement(text, for: "introductory-offer-eligibility", of: product.id, book, catalog)
        }
        guard isAllowed ?? book.subscriptions.isNew(to: info.subscriptionGroupID, at: now) else { return nil }
        return info.offers.first { $0.type == .introductory }
    }

    /// Checks the signature of a promotional offer with the file's key, if there is a checker.
    private func checkSignature(
        of wanted: WantedOffer, for product: StoreProduct, user: UUID?, _ book: AccountBook,
        _ catalog: SimulatorCatalog, at now: Timestamp
    ) throws(BackendFailure) {
        switch wanted.proof {
        case nil: return
        case .compactJWS(let text):
            try checkStatement(text, for: "promotional-offer", of: product.id, offerID: wanted.id, book, catalog)
        case .signature(let signature):
            let subject = OfferSubject(
                bundleID: catalog.settings.app.bundleID, productID: product.id, offerID: wanted.id,
                appAccountToken: user)
            if let flaw = checker?.flaw(in: signature, over: subject, at: now.date) {
                throw Self.invalidSignature(flaw)
            }
        }
    }

    /// Checks a signed statement with the file's key, if there is a checker; it must then name its subject.
    private func checkStatement(
        _ text: String, for audience: String, of productID: String, offerID: String? = nil, _ book: AccountBook,
        _ catalog: SimulatorCatalog
    ) throws(BackendFailure) {
        guard let checker else { return }
        let app = catalog.settings.app
        if let flaw = checker.flaw(inCompactJWS: text, for: audience, bundleID: app.bundleID) {
            throw Self.invalidSignature(flaw)
        }
        let claims = OfferClaims(compactJWS: text)
        guard claims?.productId == productID else {
            throw Self.invalidSignature("The statement for \(audience) is not for \(productID) (productId).")
        }
        if let offerID, claims?.offerIdentifier != offerID {
            throw Self.invalidSignature("The statement for \(audience) is not for \(offerID) (offerIdentifier).")
        }
        if let id = claims?.transactionId, id != app.transactionID, book.transactions.place(of: id) == nil {
            throw Self.invalidSignature(
                "It is for a customer with the transaction \(id), but this one does not have it.")
        }
    }

    private static func invalidSignature(_ flaw: String) -> BackendFailure {
        BackendFailure(.invalidSignature, flaw + " Have the server sign with the key of the StoreKit configuration.")
    }
}
