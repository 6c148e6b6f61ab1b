public import Purser

extension StoreOffer {
    /// The price of this offer, and the price afterwards, in a sentence.
    ///
    /// - `3 days free, then $4.99 a month`
    /// - `$0.99 a month for 3 months, then $4.99 a month`
    /// - `$9.99 for the first year, then $39.99 a year`
    ///
    /// Only the text of an introductory offer has "first" period: other offers are also for customers who had the
    /// subscription before. The text of an offer with an unknown payment mode is its price alone.
    ///
    /// - Parameters:
    ///   - product: the product of the offer, for the price afterwards.
    ///   - texts: the language; by default that of the current locale. Prices stay as the App Store formats them.
    public func formatted(for product: StoreProduct, in texts: StoreTexts = StoreTexts()) -> String {
        let price = displayPrice.isEmpty ? product.displayPrice(of: price) : displayPrice
        guard let stem else { return price }
        let whole = length
        return StoreTexts.filled(
            texts.text(stem),
            [
                "price": texts.isolated(price), "usual": texts.isolated(product.displayPrice(of: product.price)),
                "length": whole.text("period", in: texts), "span": whole.text("span", in: texts),
                "first": whole.text("first", in: texts), "rate": product.rate(price, period, texts),
                "renewal": product.displayPricePerPeriod(in: texts),
            ])
    }

    /// How long all of it lasts.
    private var length: SubscriptionPeriod { period.times(periodCount) }

    private var stem: String? {
        switch paymentMode {
        case .freeTrial: "offer.free"
        case .payAsYouGo where periodCount > 1: "offer.payAsYouGo"
        // One period that is paid as it comes is the same as one that is paid up front.
        case .payAsYouGo, .payUpFront: type == .introductory ? "offer.payUpFront.first" : "offer.payUpFront"
        case .oneTime: "offer.oneTime"
        default: nil
        }
    }
}
