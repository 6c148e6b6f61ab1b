import Foundation
import Purser
import PurserFormats
import PurserVerification

extension StoreProduct {
    /// A product as an App Store describes it to its clients, with the locale of its prices; `nil` if it has no
    /// identifier or no price.
    init?(_ json: JSONValue, _ locale: Locale?) {
        guard let id = json.text("id"), let price = json.value("price")?.decimal else { return nil }
        self.init(
            id: id, type: ProductType(rawValue: json.text("type") ?? ""), displayName: json.text("name") ?? "",
            price: price, currencyCode: json.text("currency"), displayPrice: json.text("displayPrice") ?? "",
            subscription: SubscriptionInfo(json), priceLocale: locale)
    }
}

extension StoreProduct.SubscriptionInfo {
    fileprivate init?(_ json: JSONValue) {
        guard let group = json.text("group"), let period = json.text("period").flatMap({ SubscriptionPeriod($0) })
        else { return nil }
        self.init(
            subscriptionGroupID: group, groupLevel: json.value("level")?.asInt ?? 1,
            subscriptionPeriod: period,
            offers: json.list("offers").compactMap { StoreOffer($0) })
    }
}

extension StoreOffer {
    fileprivate init?(_ json: JSONValue) {
        let types: [OfferType] = [.introductory, .promotional, .code, .winBack]
        guard let type = types.first(where: { "\($0)" == json.text("type") }), let mode = json.text("paymentMode"),
            let price = json.value("price")?.decimal,
            let period = json.text("period").flatMap({ SubscriptionPeriod($0) })
        else { return nil }
        self.init(
            type: type, id: json.text("id"), paymentMode: PaymentMode(rawValue: mode), price: price, period: period,
            periodCount: json.value("periodCount")?.asInt ?? 1)
    }
}
