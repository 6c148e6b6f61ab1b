import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The offer that the options of a purchase ask for.
struct WantedOffer: Sendable {
    let id: String
    let type: StoreOffer.OfferType
    let proof: PurchaseOption.OfferProof?

    /// `nil` when they ask for none.
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

    /// The offer that is meant; introductory offers have no identifier, for there is one at most.
    func found(in subscription: StoreProduct.SubscriptionInfo) -> StoreOffer? {
        subscription.offers.first { $0.type == type && ($0.type == .introductory || $0.id == id) }
    }

    /// Whether a signed statement says that the customer may have the introductory offer; `nil` when there is none.
    ///
    /// - Throws: `.invalidSignature` when it is none, or speaks of another product.
    static func introductoryEligibility(
        _ options: Set<PurchaseOption>, productID: String
    ) throws(BackendError) -> Bool? {
        guard let text = options.introductoryStatement else { return nil }
        guard let claims = OfferClaims(compactJWS: text), claims.productId ?? productID == productID,
            let isAllowed = claims.allowIntroductoryOffer
        else {
            throw BackendError(
                .invalidSignature,
                "The statement on the introductory offer is no compact JWS about \(productID). Have the server sign one."
            )
        }
        return isAllowed
    }

    /// Looks at what proves a promotional offer, where the settings require one.
    ///
    /// - Throws: `.missingOfferParams` when there has to be a proof and is none; `.invalidSignature` when it is no compact
    ///   JWS, or speaks of another product or offer.
    func checkProof(productID: String, isRequired: Bool) throws(BackendError) {
        guard isRequired else { return }
        switch proof {
        case nil:
            throw BackendError(
                .missingOfferParams, "The promotional offer \(id) comes without a signature. Have the server sign it.")
        case .signature: return
        case .compactJWS(let text):
            guard let claims = OfferClaims(compactJWS: text), claims.productId ?? productID == productID,
                claims.offerIdentifier ?? id == id
            else {
                throw BackendError(
                    .invalidSignature,
                    "The signature of the offer \(id) is no compact JWS about it and \(productID). Have the server sign it."
                )
            }
        }
    }
}

extension Set<PurchaseOption> {
    /// The compact JWS that says whether the customer may have the introductory offer.
    var introductoryStatement: String? {
        for option in self { if case .introductoryOfferEligibility(let text) = option.value { return text } }
        return nil
    }
}

/// What an app's server says of an offer, under the names of the App Store's wire.
struct OfferClaims: Decodable {
    var productId: String?
    var offerIdentifier: String?
    var allowIntroductoryOffer: Bool?
    var transactionId: String?

    /// Reads the middle one of three parts; `nil` when that is no JSON in base64url.
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
