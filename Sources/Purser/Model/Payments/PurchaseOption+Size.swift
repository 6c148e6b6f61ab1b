extension PurchaseOption {
    /// Its size for ``PaymentRequest/maximumOptionBytes``: the UTF-8 bytes of its texts, and its data.
    package var byteCount: Int {
        switch value {
        case .promotionalOffer(let id, let proof): id.utf8.count + (proof?.byteCount ?? 0)
        case .winBackOffer(let id), .offer(let id, _): id.utf8.count
        case .introductoryOfferEligibility(let compactJWS): compactJWS.utf8.count
        case .billingPlanType(let type): type.rawValue.utf8.count
        case .simulatesAskToBuyInSandbox: 1
        case .onStorefrontChange: 0
        case .seats: 8
        case .custom(let key, let value): key.utf8.count + value.byteCount
        }
    }

    /// The subject that only one option of a purchase can have; equal texts are equal subjects, so no key is cut.
    package var subject: String {
        switch value {
        case .promotionalOffer, .winBackOffer, .offer: "an offer"
        case .introductoryOfferEligibility: "the eligibility for the introductory offer"
        case .billingPlanType: "the billing plan"
        case .seats: "the number of seats"
        case .simulatesAskToBuyInSandbox: "whether the sandbox asks to buy"
        case .onStorefrontChange: "the decision about a change of the storefront"
        case .custom(let key, _): "the custom key \(key)"
        }
    }
}

extension PurchaseOption.OfferProof {
    fileprivate var byteCount: Int {
        switch self {
        case .compactJWS(let text): text.utf8.count
        case .signature(let signature): signature.keyID.utf8.count + signature.signature.count
        }
    }
}

extension PurchaseOption.CustomValue {
    fileprivate var byteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .double: 8
        case .bool: 1
        case .data(let data): data.count
        }
    }
}
