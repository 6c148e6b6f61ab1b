import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A subscription of the App Store: its state and its renewal.
enum SubscriptionRow {
    /// The columns for people: product, state, next event.
    ///
    /// - Parameter style: a product whose price style is used here.
    static func cells(_ subscription: SimulatedSubscription, like style: StoreProduct? = nil) -> [String] {
        [Line.single(subscription.productID), state(subscription), next(subscription, like: style)]
    }

    /// The state, such as `until 2026-01-31T12:00:00Z`.
    static func state(_ subscription: SimulatedSubscription) -> String {
        let family =
            subscription.isFamilyShared ? "shared by the family, " : subscription.isAssigned ? "an assigned seat, " : ""
        let seats = subscription.isEntitled ? subscription.seats.map { "\(Words.count($0, "seat")), " } ?? "" : ""
        let end = Words.date(Timestamp(subscription.periodEnd))
        let words =
            switch subscription.state {
            case .subscribed: "until \(end)"
            case .inGracePeriod: "not paid, kept until \(date(subscription.gracePeriodEnd))"
            case .inBillingRetryPeriod: "not paid, lost; retried until \(date(subscription.billingRetryEnd))"
            case .expired: "ended \(end)" + reason(subscription)
            default: "revoked"
            }
        return family + seats + words
    }

    /// The next event, such as `renews for $2.99`.
    static func next(_ subscription: SimulatedSubscription, like style: StoreProduct? = nil) -> String {
        guard subscription.state == .subscribed || subscription.state == .inGracePeriod else { return "" }
        guard subscription.willAutoRenew else { return "does not renew" }
        let product = subscription.nextProductID.flatMap { $0 == subscription.productID ? nil : $0 }
        let price = price(subscription.renewalInfo.wholePrice, subscription.renewalInfo.currencyCode, style)
        let seats = subscription.renewalSeats.map { " with \(Words.count($0, "seat"))" } ?? ""
        let into = product.map { " into \(Line.single($0))" } ?? ""
        let offer = subscription.renewalInfo.offer.map { ", offer \(name($0))" } ?? ""
        let consent =
            subscription.renewalInfo.priceIncreaseStatus == .pending ? ", if the customer agrees to that price" : ""
        return "renews\(into)\(seats) \(price)\(offer)\(consent)"
    }

    /// A price, such as `for $2.99`.
    private static func price(_ price: Decimal?, _ currency: String?, _ style: StoreProduct?) -> String {
        guard let price, price != 0 else { return "for nothing" }
        return "for " + Words.amount(price, currency, like: style)
    }

    /// The name of an offer.
    static func name(_ offer: StoreTransaction.Offer) -> String { Line.single(offer.id ?? offer.type.description) }

    private static func date(_ date: Date?) -> String { date.map { Words.date(Timestamp($0)) } ?? "it is ended" }

    /// The reason why it ended, after a comma.
    static func reason(_ subscription: SimulatedSubscription) -> String {
        SubscriptionWords.reason(subscription.renewalInfo.expirationReason)
    }

    /// One subscription, for programs.
    static func json(_ subscription: SimulatedSubscription) -> JSONText {
        .line("storeSubscription", members(subscription))
    }

    /// The members of a subscription.
    static func members(_ subscription: SimulatedSubscription) -> [(String, JSONText)] {
        let info = subscription.renewalInfo
        return [
            ("productID", .string(subscription.productID)), ("groupID", .string(subscription.groupID)),
            ("state", .string("\(subscription.state)")), ("isFamilyShared", .bool(subscription.isFamilyShared)),
            ("periodEnd", date(subscription.periodEnd)), ("willAutoRenew", .bool(subscription.willAutoRenew)),
            ("renewalProductID", .string(subscription.nextProductID)),
            ("renewalDate", .optional(subscription.renewalDate, date)),
            ("renewalPrice", .optional(subscription.renewalPrice, JSONText.decimal)),
            ("currency", .string(info.currencyCode)),
            ("gracePeriodEnd", .optional(subscription.gracePeriodEnd, date)),
            ("billingRetryEnd", .optional(subscription.billingRetryEnd, date)),
            ("priceIncreaseStatus", .string(info.priceIncreaseStatus.rawValue)),
            ("expirationReason", .optional(info.expirationReason) { .integer($0.rawValue) }),
            ("offerPeriodsLeft", .integer(subscription.offerPeriodsLeft)),
            ("renewalCount", .integer(subscription.renewalCount)),
            ("isAssigned", .bool(subscription.isAssigned)),
            ("seats", .optional(subscription.seats) { .integer($0) }),
            ("renewalSeats", .optional(subscription.renewalSeats) { .integer($0) }),
            ("transaction", .transaction(subscription.transaction)),
        ]
    }

    private static func date(_ date: Date) -> JSONText { .integer(Timestamp(date).milliseconds) }
}
