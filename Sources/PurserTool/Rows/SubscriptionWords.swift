import Purser

/// Where a subscription stands, in words for people.
enum SubscriptionWords {
    /// Such as `subscription, until 2026-01-31 12:00, renews`.
    static func line(_ subscription: StoreSubscription) -> String {
        let end = subscription.end.map { " \(Words.date($0))" }
        return switch subscription.state {
        case .subscribed: "subscription" + (end.map { ", until\($0)" } ?? "") + renewal(of: subscription)
        case .inGracePeriod: "subscription, not paid, kept until\(end ?? " the store ends it")"
        case .inBillingRetryPeriod: "not owned: not paid since\(end ?? " its end"), the store tries again"
        case .expired: "not owned: ended\(end ?? "")\(reason(of: subscription))"
        case .revoked: "not owned: taken back"
        default: "subscription, \(subscription.state)"
        }
    }

    private static func renewal(of subscription: StoreSubscription) -> String {
        guard let renews = subscription.willAutoRenew else { return "" }
        guard renews else { return ", does not renew" }
        guard let next = subscription.renewalProductID, next != subscription.productID else { return ", renews" }
        return ", renews into \(Line.single(next))"
    }

    private static func reason(of subscription: StoreSubscription) -> String {
        switch subscription.expirationReason {
        case .autoRenewDisabled: ", renewal was turned off"
        case .billingError: ", it could not be paid"
        case .didNotConsentToPriceIncrease: ", the higher price was not agreed to"
        case .productUnavailable: ", it is not sold any more"
        case .unbundled: ", it left its bundle"
        default: ""
        }
    }
}
