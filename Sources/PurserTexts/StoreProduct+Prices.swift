public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreProduct {
    /// An amount in the spelling of ``displayPrice``, such as `$9.98` for two of a product that costs $4.99.
    ///
    /// For the ``price`` it is ``displayPrice`` itself. For any other amount the mark, its side, the spaces, the digits
    /// and the separators are those of ``displayPrice``: an amount beside `239,99 lei` is `19,99 lei`. The amount is
    /// rounded to the digits of the currency, or of ``displayPrice`` if that has more. The parts that ``displayPrice``
    /// does not show, such as the separator of thousands in `$4.99`, are those of the ``priceLocale``, or of the current
    /// locale without one.
    ///
    /// If ``displayPrice`` is empty, or is no text of the price (such as `free`), the amount is written by Foundation's
    /// `Decimal.FormatStyle.Currency` in that locale; without a ``currencyCode`` it is a plain number.
    public func displayPrice(of amount: Decimal) -> String { text(of: amount, .toNearestOrEven) }

    /// The one place where amounts of a product become text.
    private func text(of amount: Decimal, _ rule: FloatingPointRoundingRule) -> String {
        if amount == price, !displayPrice.isEmpty { return displayPrice }
        let usual = LocalPrices(locale: priceLocale ?? .current, currencyCode: currencyCode)
        let own = PriceSpelling(displayPrice, of: price).flatMap { usual.text(of: amount, like: $0, rule) }
        return own ?? usual.text(of: amount, rule)
    }

    /// The price of a subscription for a unit of time, such as `$3.33` a month for one that costs $39.99 a year.
    ///
    /// It is rounded down to the digits of the currency, so twelve times the price per month are at most the price of a
    /// year. A month is a twelfth of a year. When a price of months or years is divided into days or weeks, a year has
    /// 366 days; when prices of days or weeks are added up to months or years, it has 365.
    ///
    /// It is spelled as ``displayPrice(of:)`` does. For the product's own period it is ``displayPrice``.
    ///
    /// - Returns: the price; `nil` for a product that is not a subscription, without a ``currencyCode``, and when the
    ///   price would be rounded down to 0.
    public func displayPrice(per unit: SubscriptionPeriod.Unit) -> String? {
        guard let period = subscription?.subscriptionPeriod else { return nil }
        let shown = SubscriptionPeriod(1, unit)
        if period.recurring == shown.recurring { return displayPrice(of: price) }
        guard currencyCode != nil else { return nil }
        let ratio = PeriodRatio(of: period, in: shown)
        let amount = price * ratio.numerator / ratio.denominator
        let text = text(of: amount, .down)
        return amount > 0 && amount < 1 && text == displayPrice(of: 0) ? nil : text
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
        let price = displayPrice(of: price)
        guard let period = subscription?.subscriptionPeriod else { return price }
        return rate(price, period, texts)
    }

    /// A price for each period of some length.
    func rate(_ price: String, _ period: SubscriptionPeriod, _ texts: StoreTexts) -> String {
        StoreTexts.filled(period.recurring.text("rate", in: texts), ["price": texts.isolated(price)])
    }
}
