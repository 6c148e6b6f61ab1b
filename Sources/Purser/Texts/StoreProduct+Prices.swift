#if canImport(FoundationInternationalization)
    public import FoundationEssentials
    import FoundationInternationalization
#else
    public import Foundation
#endif

extension StoreProduct {
    /// An amount in the product's currency and locale, such as `$9.98` for two of a product that costs $4.99.
    ///
    /// Foundation's `Decimal.FormatStyle.Currency` rounds it to the digits of the currency. Without a ``priceLocale``
    /// the current locale applies; without a ``currencyCode`` it is a plain number.
    public func formatted(_ amount: Decimal) -> String {
        let locale = priceLocale ?? .current
        guard let currencyCode else { return Decimal.FormatStyle(locale: locale).format(amount) }
        return Decimal.FormatStyle.Currency(code: currencyCode, locale: locale).format(amount)
    }

    /// The price of a subscription for a unit of time, such as `$3.33` a month for one that costs $39.99 a year.
    ///
    /// It is rounded down to the digits of the currency, so twelve times the price per month are at most the price of a
    /// year. A month is a twelfth of a year. When a price of months or years is divided into days or weeks, a year has
    /// 366 days; when prices of days or weeks are added up to months or years, it has 365.
    ///
    /// For the product's own period this is ``displayPrice``.
    ///
    /// - Returns: the price; `nil` for a product that is not a subscription, without a ``currencyCode``, and when the
    ///   price would be rounded down to 0.
    public func displayPrice(per unit: SubscriptionPeriod.Unit) -> String? {
        guard let period = subscription?.subscriptionPeriod else { return nil }
        let shown = SubscriptionPeriod(1, unit)
        if period.recurring == shown.recurring { return displayPrice }
        guard let currencyCode else { return nil }
        let ratio = PeriodRatio(of: period, in: shown)
        let style = Decimal.FormatStyle.Currency(code: currencyCode, locale: priceLocale ?? .current)
        let text = style.rounded(rule: .down).format(price * ratio.numerator / ratio.denominator)
        return price > 0 && text == style.format(0) ? nil : text
    }

    /// How many percent less this subscription costs than another one over the same time, such as 33 for $39.99 a year
    /// instead of $4.99 a month.
    ///
    /// It is rounded down, and counts days as ``displayPrice(per:)`` does, so the real saving is never smaller. The
    /// usual prices count, not those of offers. `33.formatted(.percent)` is its text.
    ///
    /// - Returns: 1 to 100; `nil` when there is no saving, the currencies differ or are not known, or one is not a
    ///   subscription.
    public func savings(comparedTo other: StoreProduct) -> Int? {
        guard let own = subscription?.subscriptionPeriod, let others = other.subscription?.subscriptionPeriod,
            let currencyCode, currencyCode == other.currencyCode, price >= 0, other.price > 0
        else { return nil }
        // The price of the other one for the time of one period of this one, at least.
        let ratio = PeriodRatio(of: others, in: own)
        let usual = other.price * ratio.numerator
        let saved = usual - price * ratio.denominator
        return (1...100).last { Decimal($0) * usual <= 100 * saved }
    }

    /// The price with its period, such as `$4.99 a month`; for a product that is not a subscription the price alone.
    public func displayPricePerPeriod(in texts: StoreTexts = StoreTexts()) -> String {
        guard let period = subscription?.subscriptionPeriod else { return displayPrice }
        return rate(usualPrice, period, texts)
    }

    /// The price as the App Store formats it, or without that, as ``formatted(_:)`` does.
    var usualPrice: String { displayPrice.isEmpty ? formatted(price) : displayPrice }

    /// A price for each period of some length.
    func rate(_ price: String, _ period: SubscriptionPeriod, _ texts: StoreTexts) -> String {
        StoreTexts.filled(period.recurring.text("rate", in: texts), ["price": texts.isolated(price)])
    }
}
