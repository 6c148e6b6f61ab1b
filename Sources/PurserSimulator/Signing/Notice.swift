import Purser

/// The notifications that an account's life comes to, with the store's spelling of type and subtype.
///
/// Not among them: what Advanced Commerce comes to, which this store does not have.
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
    /// Seats of a transaction were paid back, and it stands for the others.
    case seatsRefunded
    /// More seats, or fewer ones from the next period on; as many as there are again (`nil`).
    case seats(isMore: Bool?)
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
    /// A period could not be made longer when all were.
    case extensionFailed
    /// The periods of all who have a product were made longer.
    case extensionEnded(ServerNotification.Summary)
    /// A parent has withdrawn their consent to the app.
    case consentRescinded(StoreAppTransaction)
    /// A token for purchases outside the App Store was made, or its purchases were not reported.
    case externalPurchase(ExternalPurchaseToken, isReminder: Bool)
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

    /// What it says of all subscribers of a product.
    var summary: ServerNotification.Summary? {
        if case .extensionEnded(let summary) = self { summary } else { nil }
    }

    /// The copy of the app that it is about.
    var appTransaction: StoreAppTransaction? {
        if case .consentRescinded(let transaction) = self { transaction } else { nil }
    }

    /// The token for purchases outside the App Store that it is about.
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
    /// The store calls a change at once an upgrade, also one to a product of the same level, and any other a downgrade.
    fileprivate var spelling: String {
        switch self {
        case .upgrade, .crossgrade: "UPGRADE"
        case .deferred: "DOWNGRADE"
        }
    }
}
