extension PaymentRequest: CustomStringConvertible {
    /// The request in one line, such as `com.example.seeds, quantity 3, finished by the app`.
    ///
    /// It has only the first digits of the app's user, and only the number of values of the context.
    public var description: String {
        var parts = [productID]
        if quantity != 1 { parts.append("quantity \(quantity)") }
        parts += options.map { "\($0)" }.sorted()
        if finishing == .manual { parts.append("finished by the app") }
        if !context.isEmpty { parts.append(Wording.count(context.count, "context value")) }
        if let appAccountToken { parts.append("user \(Wording.user(appAccountToken))") }
        return parts.joined(separator: ", ")
    }
}

extension PurchaseOption: CustomStringConvertible {
    /// The option without signatures and values, such as `promotional offer spring, signed`.
    public var description: String {
        switch value {
        case .promotionalOffer(let id, let proof): "promotional offer \(id)\(proof == nil ? "" : ", signed")"
        case .winBackOffer(let id): "win-back offer \(id)"
        case .introductoryOfferEligibility: "signed eligibility for the introductory offer"
        case .billingPlanType(let type): "billing plan \(type.rawValue)"
        case .simulatesAskToBuyInSandbox(let simulates): "Ask to Buy in the sandbox: \(simulates)"
        case .custom(let key, _): "custom option \(key)"
        case .offer(let id, let type): "\(type) offer \(id)"
        case .seats(let total): Wording.count(total, "seat")
        case .onStorefrontChange: "decides about a change of the storefront"
        }
    }
}

extension StoreOffer.Signature: CustomStringConvertible {
    /// The key and the time of the signature, without the signature.
    public var description: String { "signature by key \(keyID) of \(Wording.moment(timestamp))" }
}

extension PaymentIntent: CustomStringConvertible {
    /// Token and request, such as `payment 5c1-2 of com.example.seeds`.
    public var description: String { "payment \(token) of \(request)" }
}

extension PromotedPurchase: CustomStringConvertible {
    /// The purchase in one line, such as `promoted purchase 3 of com.example.seeds`.
    public var description: String {
        (["promoted purchase \(id) of \(productID)"] + options.map { "\($0)" }.sorted()).joined(separator: ", ")
    }
}

extension PromotedPurchase.Decision: CustomStringConvertible {
    /// `buy`, `later` or `decline`.
    public var description: String {
        switch self {
        case .buy: "buy"
        case .later: "later"
        case .decline: "decline"
        }
    }
}
