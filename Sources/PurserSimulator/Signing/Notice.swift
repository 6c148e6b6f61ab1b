import Purser

/// The notifications about an account, with the App Store's spelling of type and subtype.
///
/// Those of Advanced Commerce are not included, because this App Store does not have it.
enum Notice: Sendable, Hashable {
    /// A product other than a subscription was bought.
    case oneTimeCharge
    /// The customer subscribed; again if the subscription had ended.
    case subscribed(isAgain: Bool)
    /// The customer changed the product: immediately, from the next period on, or back to the current one (`nil`).
    case preference(SubscriptionChange?)
    /// A subscriber redeemed an offer, with a change of product if given.
    case offerRedeemed(SubscriptionChange?)
    /// Renewal was switched on or off.
    case renewalStatus(isOn: Bool)
    /// A period was paid and began; as a recovery after a failed payment.
    case renewed(isRecovery: Bool)
    /// The payment of a renewal failed.
    case failedToRenew(hasGrace: Bool)
    /// The grace period ended without a payment.
    case graceEnded
    /// A subscription ended, with the App Store's reason.
    case expired(StoreRenewalInfo.ExpirationReason)
    /// A price increase was announced to the customer, or accepted.
    case priceIncrease(isAgreed: Bool)
    /// A transaction was refunded.
    case refunded
    /// Seats of a transaction were refunded; the transaction keeps the others.
    case seatsRefunded
    /// Seats were added, or reduced from the next period on; `nil` if a reduction was cancelled.
    case seats(isMore: Bool?)
    /// A refund was undone.
    case refundReversed
    /// A requested refund was declined.
    case refundDeclined
    /// A refund was requested: the server may answer with consumption data.
    case consumptionRequest
    /// Family sharing ended.
    case revoked
    /// A period was extended.
    case extended
    /// The extension of a period for all subscribers failed.
    case extensionFailed
    /// The extension for all subscribers of a product ended.
    case extensionEnded(ServerNotification.Summary)
    /// A parent withdrew their consent to the app.
    case consentRescinded(StoreAppTransaction)
    /// A token for purchases outside the App Store was made, or its purchases were not reported.
    case externalPurchase(ExternalPurchaseToken, isReminder: Bool)
    /// The server requested a test notification.
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
        case .seatsRefunded: ("REFUND", "SEATS")
        case .seats(let isMore):
            ("DID_CHANGE_RENEWAL_PREF", isMore.map { $0 ? "INCREASE_QUANTITY" : "DECREASE_QUANTITY" })
        case .refundReversed: ("REFUND_REVERSED", nil)
        case .refundDeclined: ("REFUND_DECLINED", nil)
        case .consumptionRequest: ("CONSUMPTION_REQUEST", nil)
        case .revoked: ("REVOKE", nil)
        case .extended: ("RENEWAL_EXTENDED", nil)
        case .extensionFailed: ("RENEWAL_EXTENSION", "FAILURE")
        case .extensionEnded: ("RENEWAL_EXTENSION", "SUMMARY")
        case .consentRescinded: ("RESCIND_CONSENT", nil)
        case .externalPurchase(_, let isReminder): ("EXTERNAL_PURCHASE_TOKEN", isReminder ? "UNREPORTED" : "CREATED")
        case .test: ("TEST", nil)
        }
    }

    /// The summary of an extension for all subscribers.
    var summary: ServerNotification.Summary? {
        if case .extensionEnded(let summary) = self { summary } else { nil }
    }

    /// The app transaction in the notification.
    var appTransaction: StoreAppTransaction? {
        if case .consentRescinded(let transaction) = self { transaction } else { nil }
    }

    /// The token for purchases outside the App Store in the notification.
    var externalPurchaseToken: ExternalPurchaseToken? {
        if case .externalPurchase(let token, _) = self { token } else { nil }
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
    /// The App Store calls an immediate change an upgrade, even to a product of the same level, and any other change a
    /// downgrade.
    fileprivate var spelling: String {
        switch self {
        case .upgrade, .crossgrade: "UPGRADE"
        case .deferred: "DOWNGRADE"
        }
    }
}
