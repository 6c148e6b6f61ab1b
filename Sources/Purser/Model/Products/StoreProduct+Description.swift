extension StoreProduct: CustomDebugStringConvertible {
    /// The product in one line, such as `com.example.seeds ($0.99, Consumable)`, which is what `print` shows.
    ///
    /// ``description`` is the text for the customer.
    public var debugDescription: String {
        var parts = [displayPrice, "\(type)"].filter { !$0.isEmpty }
        if let subscription { parts.append("\(subscription)") }
        return "\(id) (\(parts.joined(separator: ", ")))"
    }
}

extension StoreProduct.SubscriptionInfo: CustomStringConvertible {
    /// The details in one line, such as `P1M, level 1 of group club, 2 offers`.
    public var description: String {
        let place = "\(subscriptionPeriod), level \(groupLevel) of group \(subscriptionGroupID)"
        return offers.isEmpty ? place : "\(place), \(Wording.count(offers.count, "offer"))"
    }
}

extension StoreOffer: CustomStringConvertible {
    /// The offer in one line, such as `introductory offer, free, P1W`, or `promotional offer spring, 3 × P1M for 0.99`.
    public var description: String {
        let length = periodCount == 1 ? "\(period)" : "\(periodCount) × \(period)"
        let name = "\(type) offer" + (id.map { " \($0)" } ?? "")
        return paymentMode == .freeTrial
            ? "\(name), free, \(length)" : "\(name), \(paymentMode), \(length) for \(price)"
    }
}

extension StoreStorefront: CustomStringConvertible {
    /// Country and, if known, currency, such as `USA (USD)`.
    public var description: String { countryCode + (currencyCode.map { " (\($0))" } ?? "") }
}

extension StoreReceipt: CustomStringConvertible {
    /// The size of the receipt.
    public var description: String { "receipt of \(Wording.count(data.count, "byte"))" }
}

extension StoreProduct.ProductType: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}

extension StoreOffer.OfferType: CustomStringConvertible {
    /// The type's name, or the number of an unknown type.
    public var description: String {
        switch self {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        default: "\(rawValue)"
        }
    }
}

extension StoreOffer.PaymentMode: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}
