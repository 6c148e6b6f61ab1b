extension NotificationPayload {
    /// What happened, in the App Store's spelling; unknown values are kept.
    public struct NotificationType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// A type by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// A customer subscribed, for the first time or again.
        public static let subscribed = Self(rawValue: "SUBSCRIBED")
        /// The customer changed to another product, at once or from the next period on.
        public static let didChangeRenewalPreference = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
        /// Renewal was turned on or off.
        public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
        /// An offer was redeemed.
        public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
        /// A subscription was renewed.
        public static let didRenew = Self(rawValue: "DID_RENEW")
        /// A subscription ended.
        public static let expired = Self(rawValue: "EXPIRED")
        /// A renewal could not be charged.
        public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
        /// The grace period is over.
        public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
        /// A higher price was announced, or agreed to.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// A purchase was refunded.
        public static let refund = Self(rawValue: "REFUND")
        /// A refund was declined.
        public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
        /// A refund was reversed.
        public static let refundReversed = Self(rawValue: "REFUND_REVERSED")
        /// The App Store requests how much of a purchase was used.
        public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
        /// A subscription's renewal date was extended.
        public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
        /// The result of a mass extension.
        public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
        /// Family sharing of a purchase ended.
        public static let revoke = Self(rawValue: "REVOKE")
        /// A product that is no subscription was bought.
        public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
        /// A token for purchases outside the App Store.
        public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
        /// Consent to use the app was withdrawn.
        public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
        /// Advanced Commerce: the description of a subscription changed.
        public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
        /// Advanced Commerce: a subscription was migrated.
        public static let migration = Self(rawValue: "MIGRATION")
        /// The same, in the spelling of one of Apple's pages.
        public static let migrate = Self(rawValue: "MIGRATE")
        /// Advanced Commerce: a price changed.
        public static let priceChange = Self(rawValue: "PRICE_CHANGE")
        /// The App Store has withdrawn seats that the app's server had claimed for members.
        public static let unclaimSeats = Self(rawValue: "UNCLAIM_SEATS")
        /// A test that the app's server requested.
        public static let test = Self(rawValue: "TEST")
    }

    /// What happened, more exactly, in the App Store's spelling; unknown values are kept.
    public struct Subtype: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// A subtype by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// For the first time.
        public static let initialBuy = Self(rawValue: "INITIAL_BUY")
        /// Again after a break.
        public static let resubscribe = Self(rawValue: "RESUBSCRIBE")
        /// To a higher level, at once.
        public static let upgrade = Self(rawValue: "UPGRADE")
        /// To a lower level, at the next renewal.
        public static let downgrade = Self(rawValue: "DOWNGRADE")
        /// Renewal was turned on.
        public static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")
        /// Renewal was turned off.
        public static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")
        /// A failed charge succeeded later.
        public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
        /// The customer turned renewal off.
        public static let voluntary = Self(rawValue: "VOLUNTARY")
        /// The App Store stopped trying to charge.
        public static let billingRetry = Self(rawValue: "BILLING_RETRY")
        /// The customer did not agree to a higher price.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// The product was no longer sold.
        public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
        /// The subscription is in its grace period.
        public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
        /// There is no answer to a higher price yet.
        public static let pending = Self(rawValue: "PENDING")
        /// A higher price was agreed to, or needs no consent.
        public static let accepted = Self(rawValue: "ACCEPTED")
        /// All possible subscriptions were extended.
        public static let summary = Self(rawValue: "SUMMARY")
        /// One could not be extended.
        public static let failure = Self(rawValue: "FAILURE")
        /// Some seats were refunded, and the transaction keeps the others.
        public static let seats = Self(rawValue: "SEATS")
        /// More seats were chosen.
        public static let increaseQuantity = Self(rawValue: "INCREASE_QUANTITY")
        /// Fewer seats were chosen, from the next period on.
        public static let decreaseQuantity = Self(rawValue: "DECREASE_QUANTITY")
        /// A token whose purchases were not reported.
        public static let unreported = Self(rawValue: "UNREPORTED")
        /// A token was made.
        public static let created = Self(rawValue: "CREATED")
        /// A token is still in use.
        public static let activeTokenReminder = Self(rawValue: "ACTIVE_TOKEN_REMINDER")
    }
}
