import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The offer that the options of a purchase request.
struct WantedOffer: Sendable {
    let id: String
    let type: StoreOffer.OfferType
    let proof: PurchaseOption.OfferProof?

    /// Reads the options; `nil` if they request no offer.
    init?(_ options: Set<PurchaseOption>) {
        for option in options {
            switch option.value {
            case .promotionalOffer(let id, let proof): (self.id, type, self.proof) = (id, .promotional, proof)
            case .winBackOffer(let id): (self.id, type, proof) = (id, .winBack, nil)
            case .offer(let id, let type): (self.id, self.type, proof) = (id, type, nil)
            case .introductoryOfferEligibility, .billingPlanType, .simulatesAskToBuyInSandbox, .custom, .seats,
                .onStorefrontChange:
                continue
            }
            return
        }
        return nil
    }

    /// Finds the requested offer; introductory offers have no identifier, because there is at most one.
    func found(in subscription: StoreProduct.SubscriptionInfo) -> StoreOffer? {
        subscription.offers.first { $0.type == type && ($0.type == .introductory || $0.id == id) }
    }

    /// Whether a signed statement grants the customer the introductory offer; `nil` without a statement.
    ///
    /// - Throws: `.invalidSignature` if it is invalid, or names another product.
    static func introductoryEligibility(
        _ options: Set<PurchaseOption>, productID: String
    ) throws(BackendFailure) -> Bool? {
        guard let text = options.introductoryStatement else { return nil }
        guard let claims = OfferClaims(compactJWS: text), claims.productId ?? productID == productID,
            let isAllowed = claims.allowIntroductoryOffer
        else {
            throw BackendFailure(
                .invalidSignature,
                "The statement on the introductory offer is not a compact JWS about \(productID). Let the server sign "
                    + "one."
            )
        }
        return isAllowed
    }

    /// Checks the form of a promotional offer's signature, if the settings require one.
    ///
    /// - Throws: `.missingOfferParams` if a required signature is missing; `.invalidSignature` if it is not a compact
    ///   JWS, or names another product or offer.
    func checkProof(productID: String, isRequired: Bool) throws(BackendFailure) {
        guard isRequired else { return }
        switch proof {
        case nil:
            throw BackendFailure(
                .missingOfferParams, "The promotional offer \(id) has no signature. Let the server sign it.")
        case .signature: return
        case .compactJWS(let text):
            guard let claims = OfferClaims(compactJWS: text), claims.productId ?? productID == productID,
                claims.offerIdentifier ?? id == id
            else {
                throw BackendFailure(
                    .invalidSignature,
                    "The signature of the offer \(id) is not a compact JWS about it and \(productID). Let the server "
                        + "sign it."
                )
            }
        }
    }
}

extension Set<PurchaseOption> {
    /// The compact JWS about the customer's eligibility for the introductory offer.
    var introductoryStatement: String? {
        for option in self { if case .introductoryOfferEligibility(let text) = option.value { return text } }
        return nil
    }
}

/// The claims of an app's server about an offer, with the App Store's names.
struct OfferClaims: Decodable {
    var productId: String?
    var offerIdentifier: String?
    var allowIntroductoryOffer: Bool?
    var transactionId: String?

    /// Reads the second of three parts; `nil` if it is not JSON in base64url.
    init?(compactJWS text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var base64 = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while !base64.count.isMultiple(of: 4) { base64.append("=") }
        guard let data = Data(base64Encoded: base64),
            let claims = try? JSONDecoder().decode(OfferClaims.self, from: data)
        else { return nil }
        self = claims
    }
}
