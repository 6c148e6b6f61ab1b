extension PaymentRequest: CustomStringConvertible {
    /// The request in one line, such as `com.example.seeds, quantity 3, finished by the app`.
    ///
    /// Of the app's user it has only the first digits, and of the context only how many values it has.
    public var description: String {
        var parts = [productID]
        if quantity != 1 { parts.append("quantity \(quantity)") }
        if let offer { parts.append("\(offer)") }
        if finishing == .manual { parts.append("finished by the app") }
        if !context.isEmpty { parts.append(Wording.count(context.count, "context value")) }
        if let appAccountToken { parts.append("user \(Wording.user(appAccountToken))") }
        return parts.joined(separator: ", ")
    }
}

extension OfferRequest: CustomStringConvertible {
    /// Type and identifier, such as `promotional offer spring, signed`.
    public var description: String { "\(type) offer \(id)\(signature == nil ? "" : ", signed")" }
}

extension OfferRequest.Signature: CustomStringConvertible {
    /// Which key signed and when; not the signature.
    public var description: String { "signature by key \(keyID) of \(Wording.moment(timestamp))" }
}

extension PaymentIntent: CustomStringConvertible {
    /// Token and request, such as `payment 5c1-2 of com.example.seeds`.
    public var description: String { "payment \(token) of \(request)" }
}

extension PromotedPurchase: CustomStringConvertible {
    /// The wish in one line, such as `promoted purchase 3 of com.example.seeds`.
    public var description: String { "promoted purchase \(id) of \(productID)" + (offer.map { " with \($0)" } ?? "") }
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
