public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the App Store has to tell the app's server: a notification (version 2), before it is signed.
///
/// The module `PurserSigning` signs it, with what is inside.
public struct ServerNotification: Sendable, Hashable {
    /// Identifies the notification; it counts up, so that equal lives have equal ones.
    public let id: UUID
    /// What happened, in the store's spelling, such as `DID_RENEW`.
    public let type: String
    /// What happened, more exactly, in the store's spelling, such as `BILLING_RECOVERY`.
    public let subtype: String?
    /// When it happened.
    public let date: Date
    /// The transaction that it is about, as it was then; a test has none.
    public let transaction: StoreTransaction?
    /// How its subscription was to go on then.
    public let renewalInfo: StoreRenewalInfo?
    /// Where its subscription stood then.
    public let state: StoreSubscriptionStatus.RenewalState?
    /// Why the customer asks for a refund, in the store's spelling.
    public let consumptionRequestReason: String?
    /// The app that sells.
    public let app: SimulatedApp
    /// Where it was sold.
    public let environment: StoreEnvironment
}

extension ServerNotification: CustomStringConvertible {
    /// The type, the subtype and the transaction.
    public var description: String {
        let name = subtype.map { "\(type)/\($0)" } ?? type
        return transaction.map { "\(name) \($0.id)" } ?? name
    }
}

/// The notifications that an account's life comes to, with the store's spelling of type and subtype.
///
/// Not among them: what Advanced Commerce and purchases outside the store come to, extensions of all subscribers at once, and
/// the withdrawal of a parent's consent.
enum Notice: Sendable, Hashable {
    /// Something that is no subscription was bought.
    case oneTimeCharge
    /// Somebody subscribed; again where the line had ended.
    case subscribed(isAgain: Bool)
    /// Another product is wanted: at once, from the next period on, or no other any more (`nil`).
    case preference(SubscriptionChange?)
    /// A subscriber has redeemed an offer; with another product where a change is named.
    case offerRedeemed(SubscriptionChange?)
    /// Renewal was switched on or off.
    case renewalStatus(isOn: Bool)
    /// A period was paid and begins; a late one, where the payment had failed.
    case renewed(isRecovery: Bool)
    /// A renewal could not be paid.
    case failedToRenew(hasGrace: Bool)
    /// The customer has lost what could not be paid.
    case graceEnded
    /// A subscription has ended, for a reason by the App Store's number.
    case expired(StoreRenewalInfo.ExpirationReason)
    /// The customer was told of a higher price, or has agreed.
    case priceIncrease(isAgreed: Bool)
    /// Money was given back.
    case refunded
    /// A refund was undone.
    case refundReversed
    /// A refund was asked for and declined.
    case refundDeclined
    /// A refund was asked for: the server may say how much was used.
    case consumptionRequest
    /// The family does not share any more.
    case revoked
    /// A period was made longer.
    case extended
    /// The server has asked whether notifications arrive.
    case test

    /// The type and the subtype.
    var spelling: (type: String, subtype: String?) {
        switch self {
        case .oneTimeCharge: ("ONE_TIME_CHARGE", nil)
        case .subscribed(let isAgain): ("SUBSCRIBED", isAgain ? "RESUBSCRIBE" : "INITIAL_BUY")
        case .preference(let change): ("DID_CHANGE_RENEWAL_PREF", change?.spelling)
        case .offerRedeemed(let change): ("OFFER_REDEEMED", change?.spelling)
        case .renewalStatus(let isOn):
            ("DID_CHANGE_RENEWAL_STATUS", isOn ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED")
        case .renewed(let isRecovery): ("DID_RENEW", isRecovery ? "BILLING_RECOVERY" : nil)
        case .failedToRenew(let hasGrace): ("DID_FAIL_TO_RENEW", hasGrace ? "GRACE_PERIOD" : nil)
        case .graceEnded: ("GRACE_PERIOD_EXPIRED", nil)
        case .expired(let reason): ("EXPIRED", Self.spelling(of: reason))
        case .priceIncrease(let isAgreed): ("PRICE_INCREASE", isAgreed ? "ACCEPTED" : "PENDING")
        case .refunded: ("REFUND", nil)
        case .refundReversed: ("REFUND_REVERSED", nil)
        case .refundDeclined: ("REFUND_DECLINED", nil)
        case .consumptionRequest: ("CONSUMPTION_REQUEST", nil)
        case .revoked: ("REVOKE", nil)
        case .extended: ("RENEWAL_EXTENDED", nil)
        case .test: ("TEST", nil)
        }
    }

    private static func spelling(of reason: StoreRenewalInfo.ExpirationReason) -> String? {
        switch reason {
        case .autoRenewDisabled: "VOLUNTARY"
        case .billingError: "BILLING_RETRY"
        case .didNotConsentToPriceIncrease: "PRICE_INCREASE"
        case .productUnavailable: "PRODUCT_NOT_FOR_SALE"
        default: nil
        }
    }
}

extension SubscriptionChange {
    /// The store calls a change at once an upgrade, also one to a product of the same level, and any other a downgrade.
    fileprivate var spelling: String {
        switch self {
        case .upgrade, .crossgrade: "UPGRADE"
        case .deferred: "DOWNGRADE"
        }
    }
}
