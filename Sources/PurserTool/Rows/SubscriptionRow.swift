import Foundation
import Purser
import PurserSimulator

/// A subscription of the App Store: its state and its renewal.
enum SubscriptionRow {
    /// The state, such as `until 2026-01-31T12:00:00Z`.
    static func state(_ subscription: SimulatedSubscription) -> String {
        let family =
            subscription.isFamilyShared ? "shared by the family, " : subscription.isAssigned ? "an assigned seat, " : ""
        let seats = subscription.isEntitled ? subscription.seats.map { "\(Words.count($0, "seat")), " } ?? "" : ""
        let words = SubscriptionWords.state(
            "\(subscription.state)", end: Words.date(subscription.periodEnd),
            grace: Words.date(subscription.gracePeriodEnd), retry: Words.date(subscription.billingRetryEnd))
        let reason = subscription.state == .expired ? subscription.renewalInfo.expirationReason : nil
        return family + seats + words + SubscriptionWords.reason(reason)
    }

    /// The next event, such as `renews for $2.99`.
    static func next(_ subscription: SimulatedSubscription, like style: StoreProduct? = nil) -> String {
        guard subscription.state == .subscribed || subscription.state == .inGracePeriod else { return "" }
        let info = subscription.renewalInfo
        let price = info.wholePrice.flatMap { $0 == 0 ? nil : Words.amount($0, info.currencyCode, like: style) }
        let renewal = SubscriptionWords.renewal(
            subscription.willAutoRenew, of: subscription.productID, into: subscription.nextProductID,
            seats: subscription.renewalSeats, price: "for \(price ?? "nothing")")
        guard subscription.willAutoRenew else { return renewal }
        let offer = info.offer.map { ", offer \(name($0))" } ?? ""
        return renewal + offer
            + (info.priceIncreaseStatus == .pending ? ", if the customer agrees to that price" : "")
    }

    static func name(_ offer: StoreTransaction.Offer) -> String { Line.single(offer.id ?? offer.type.description) }

    static func row(_ subscription: SimulatedSubscription, like style: StoreProduct?) -> Row {
        Row(
            [subscription.productID, state(subscription), next(subscription, like: style)], "storeSubscription",
            members(subscription))
    }

    static func members(_ subscription: SimulatedSubscription) -> JSONText {
        let info = subscription.renewalInfo
        return [
            "productID": subscription.productID, "groupID": subscription.groupID, "state": "\(subscription.state)",
            "isFamilyShared": subscription.isFamilyShared, "periodEnd": subscription.periodEnd,
            "willAutoRenew": subscription.willAutoRenew, "renewalProductID": subscription.nextProductID,
            "renewalDate": subscription.renewalDate, "renewalPrice": subscription.renewalPrice,
            "currency": info.currencyCode, "gracePeriodEnd": subscription.gracePeriodEnd,
            "billingRetryEnd": subscription.billingRetryEnd, "priceIncreaseStatus": info.priceIncreaseStatus.rawValue,
            "expirationReason": info.expirationReason?.rawValue, "offerPeriodsLeft": subscription.offerPeriodsLeft,
            "renewalCount": subscription.renewalCount, "isAssigned": subscription.isAssigned,
            "seats": subscription.seats, "renewalSeats": subscription.renewalSeats,
            "transaction": subscription.transaction,
        ]
    }
}
