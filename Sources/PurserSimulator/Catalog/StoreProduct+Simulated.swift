public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreProduct {
    /// A product for an embedded App Store, made in code.
    ///
    /// The text of its price is made for `locale`. A subscription without a `period` lasts one month; one with
    /// `seatPriceTiers` is also sold with seats.
    public static func simulated(
        _ id: String, _ type: ProductType = .consumable, name: String? = nil,
        price: Decimal = Decimal(sign: .plus, exponent: -2, significand: 99),
        currencyCode: String = "USD", locale: String = "en_US", group: String = "group", level: Int = 1,
        period: SubscriptionPeriod = SubscriptionPeriod(1, .month), offers: [StoreOffer] = [],
        seatPriceTiers: [SubscriptionInfo.SeatPriceTier] = [], isFamilyShareable: Bool = false,
        contentVersion: String? = nil
    ) -> StoreProduct {
        StoreProduct(
            id: id, type: type, displayName: name ?? id, price: price, currencyCode: currencyCode,
            displayPrice: PriceText.string(price, currency: currencyCode, locale: locale),
            isFamilyShareable: isFamilyShareable,
            subscription: type == .autoRenewable
                ? SubscriptionInfo(
                    subscriptionGroupID: group, groupLevel: level, subscriptionPeriod: period, offers: offers,
                    seatPriceTiers: seatPriceTiers) : nil,
            contentVersion: contentVersion, priceLocale: PriceText.locale(locale))
    }
}
