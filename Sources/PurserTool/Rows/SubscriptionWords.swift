import Foundation
import Purser

/// The state of a subscription, as text for people.
enum SubscriptionWords {
    /// The renewal change of an update, such as `does not renew`.
    static func change(_ update: StoreUpdate, like style: StoreProduct? = nil) -> String {
        guard let info = update.renewalInfo else { return "" }
        switch update.renewalState {
        case .inGracePeriod: return "not paid, in grace"
        case .inBillingRetryPeriod: return "not paid, lost; retried"
        case .expired: return "ended\(reason(info.expirationReason))"
        case .revoked: return "revoked"
        default: break
        }
        return renewal(
            info.willAutoRenew, of: info.currentProductID, into: info.autoRenewPreference, seats: info.renewalQuantity,
            price: info.wholePrice.map { "for \(Words.amount($0, info.currencyCode, like: style))" })
            + (info.willAutoRenew && info.priceIncreaseStatus == .pending ? ", if the customer agrees" : "")
    }

    /// The state of a subscription at the App Store, with the dates that belong to it.
    static func state(_ state: String, end: String, grace: String, retry: String) -> String {
        switch state {
        case "subscribed": "until \(end)"
        case "inGracePeriod": "not paid, kept until \(grace)"
        case "inBillingRetryPeriod": "not paid, lost; retried until \(retry)"
        case "expired": "ended \(end)"
        default: state
        }
    }

    /// The renewal, such as `renews into gold with 3 seats for $2.99`.
    static func renewal(
        _ isOn: Bool, of product: String, into next: String?, seats: Int? = nil, price: String? = nil
    ) -> String {
        guard isOn else { return "does not renew" }
        let into = next.flatMap { $0 == product ? nil : "into \(Line.single($0))" }
        return ["renews", into, seats.map { "with \(Words.count($0, "seat"))" }, price].compactMap(\.self)
            .joined(separator: " ")
    }

    /// A subscription, such as `subscription, until 2026-01-31 12:00, renews`.
    static func line(_ subscription: StoreSubscription) -> String {
        let end = subscription.end.map { " \(Words.date($0))" }
        return switch subscription.state {
        case .subscribed:
            "subscription" + (end.map { ", until\($0)" } ?? "") + renewal(of: subscription) + more(of: subscription)
        case .inGracePeriod where subscription.awaitsRenewal:
            "subscription, its renewal is not reported yet, kept until\(end ?? " that is")"
        case .inGracePeriod:
            "subscription, not paid\(unpaid(subscription)), kept until\(end ?? " the App Store ends it")"
        case .inBillingRetryPeriod: "not owned: not paid since\(end ?? " its end"), the App Store retries"
        case .expired: "not owned: ended\(end ?? "")\(reason(subscription.expirationReason))"
        case .revoked: "not owned: revoked"
        default: "subscription, \(subscription.state)"
        }
    }

    private static func unpaid(_ subscription: StoreSubscription) -> String {
        subscription.billingProblem.map { " since \(Words.date($0.startDate))" } ?? ""
    }

    private static func renewal(of subscription: StoreSubscription) -> String {
        guard let isOn = subscription.willAutoRenew else { return "" }
        return ", "
            + renewal(
                isOn, of: subscription.productID, into: subscription.renewalProductID, seats: subscription.renewalSeats)
    }

    /// Further information about an active subscription.
    private static func more(of subscription: StoreSubscription) -> String {
        var parts: [String] = []
        if let offer = subscription.offer {
            let name = offer.id.map { " \(Line.single($0))" } ?? ""
            parts.append("\(offer.type) offer\(name), period \(subscription.offerPeriodCount)")
        }
        if subscription.priceIncreaseStatus == .pending { parts.append("a price increase waits for an answer") }
        if subscription.isFamilyShared { parts.append("the family's") }
        if subscription.isAssigned { parts.append("an assigned seat") }
        if let seats = subscription.seats { parts.append(Words.count(seats, "seat")) }
        return parts.map { ", \($0)" }.joined()
    }

    /// The reason why it ended, after a comma; empty if unknown.
    static func reason(_ reason: StoreRenewalInfo.ExpirationReason?) -> String {
        switch reason {
        case .autoRenewDisabled: ", renewal was turned off"
        case .billingError: ", it could not be paid"
        case .didNotConsentToPriceIncrease: ", the customer did not agree to the price"
        case .productUnavailable: ", it is no longer sold"
        case .unbundled: ", it left its bundle"
        default: ""
        }
    }
}

extension StoreRenewalInfo {
    /// The price of the next period, for all seats together.
    var wholePrice: Decimal? { multiSeatInfo?.renewalPriceTiers.total ?? renewalPrice }
}
