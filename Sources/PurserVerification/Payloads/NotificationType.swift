extension NotificationPayload {
    /// What happened, in the store's spelling; unknown values are kept.
    public struct NotificationType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// A type by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Somebody subscribed, for the first time or again.
        public static let subscribed = Self(rawValue: "SUBSCRIBED")
        /// The customer chose another product for the time to come, or at once.
        public static let didChangeRenewalPreference = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
        /// Renewal was turned on or off.
        public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
        /// An offer was redeemed.
        public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
        /// A subscription was renewed.
        public static let didRenew = Self(rawValue: "DID_RENEW")
        /// A subscription ended.
        public static let expired = Self(rawValue: "EXPIRED")
        /// A renewal could not be paid.
        public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
        /// The grace period is over.
        public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
        /// A higher price was told, or agreed to.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// A purchase was paid back.
        public static let refund = Self(rawValue: "REFUND")
        /// A refund was declined.
        public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
        /// A refund was undone.
        public static let refundReversed = Self(rawValue: "REFUND_REVERSED")
        /// The store asks how much of a purchase was used.
        public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
        /// A subscription's renewal date was extended.
        public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
        /// How extending many subscriptions went.
        public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
        /// Family sharing of a purchase ended.
        public static let revoke = Self(rawValue: "REVOKE")
        /// Something that is no subscription was bought.
        public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
        /// A token for purchases outside the store.
        public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
        /// Consent to use the app was withdrawn.
        public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
        /// Advanced Commerce: the description of a subscription changed.
        public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
        /// Advanced Commerce: a subscription was taken over.
        public static let migration = Self(rawValue: "MIGRATION")
        /// The same, as one of Apple's pages spells it.
        public static let migrate = Self(rawValue: "MIGRATE")
        /// Advanced Commerce: a price changed.
        public static let priceChange = Self(rawValue: "PRICE_CHANGE")
        /// The store has taken seats back that the app's server had claimed for members.
        public static let unclaimSeats = Self(rawValue: "UNCLAIM_SEATS")
        /// A test that the app's server asked for.
        public static let test = Self(rawValue: "TEST")
    }

    /// What happened, more exactly, in the store's spelling; unknown values are kept.
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
        /// It could be paid after all.
        public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
        /// The customer turned renewal off.
        public static let voluntary = Self(rawValue: "VOLUNTARY")
        /// The store has given up trying to be paid.
        public static let billingRetry = Self(rawValue: "BILLING_RETRY")
        /// The customer did not agree to a higher price.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// The product was not sold any more.
        public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
        /// The customer keeps it for a while.
        public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
        /// There is no answer to a higher price yet.
        public static let pending = Self(rawValue: "PENDING")
        /// A higher price was agreed to, or needs no consent.
        public static let accepted = Self(rawValue: "ACCEPTED")
        /// All were extended that could be.
        public static let summary = Self(rawValue: "SUMMARY")
        /// One could not be extended.
        public static let failure = Self(rawValue: "FAILURE")
        /// Seats were paid back, and the transaction stands for the others.
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
