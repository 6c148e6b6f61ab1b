#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a subscription goes on, as the store last signed it.
///
/// Field meanings follow Apple's `JWSRenewalInfoDecodedPayload`. Purser counts what it is told of these and passes none of
/// it on yet.
public struct StoreRenewalInfo: Sendable, Hashable {
    /// The first transaction of the subscription's line.
    public var originalTransactionID: String
    /// The product of the present period.
    public var currentProductID: String
    /// Whether it renews by itself.
    public var willAutoRenew: Bool
    /// The product of the next period; `nil` when it does not renew.
    public var autoRenewPreference: String?
    /// Why it ended; `nil` while it has not.
    public var expirationReason: ExpirationReason?
    /// What the customer says to a higher price.
    public var priceIncreaseStatus: PriceIncreaseStatus = .noIncreasePending
    /// Whether the store still tries to be paid.
    public var isInBillingRetry = false
    /// Until when the customer keeps the subscription though it could not be paid.
    public var gracePeriodExpirationDate: Date?
    /// The offer of the next period.
    public var offer: StoreTransaction.Offer?
    /// Where it happens.
    public var environment: StoreEnvironment = .production
    /// When the subscription began, short breaks left out; `nil` when the store does not say.
    public var recentSubscriptionStartDate: Date?
    /// When the next period begins.
    public var renewalDate: Date?
    /// What the next period costs, in `currencyCode`.
    public var renewalPrice: Decimal?
    /// The ISO 4217 currency of `renewalPrice`.
    public var currencyCode: String?
    /// The win-back offers that the customer may have, the best first.
    public var eligibleWinBackOfferIDs: [String] = []
    /// The app's own user.
    public var appAccountToken: UUID?
    /// The customer's copy of the app.
    public var appTransactionID: String?
    /// How the next period is billed.
    public var renewalBillingPlanType: StoreProduct.BillingPlanType?
    /// What follows the present commitment; `nil` without one.
    public var commitmentInfo: CommitmentInfo?
    /// The bundle that the subscription belongs to.
    public var bundle: Bundle?
    /// When the store described it like this.
    public var signedDate: Date?
    /// Proves that it was signed for this device.
    public var deviceVerification: DeviceVerification?
    /// The signed form (compact JWS) that the backend received, if any.
    public var jwsRepresentation: String?

    /// What is always told; set the others as the platform tells them.
    public init(originalTransactionID: String, currentProductID: String, willAutoRenew: Bool) {
        self.originalTransactionID = originalTransactionID
        self.currentProductID = currentProductID
        self.willAutoRenew = willAutoRenew
    }
}

extension StoreRenewalInfo {
    /// Why a subscription ended: the App Store's number; unknown ones are kept.
    public struct ExpirationReason: RawRepresentable, Sendable, Hashable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The customer turned renewal off.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
        /// It could not be paid.
        public static let billingError = ExpirationReason(rawValue: 2)
        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
        /// The product was not sold any more.
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        /// The store gave no reason.
        public static let unknown = ExpirationReason(rawValue: 5)
        /// It left its bundle.
        public static let unbundled = ExpirationReason(rawValue: 6)
    }

    /// What the customer says to a higher price.
    public enum PriceIncreaseStatus: Sendable, Hashable {
        /// None is planned.
        case noIncreasePending
        /// The customer has not answered.
        case pending
        /// The customer agreed, or need not.
        case agreed
    }

    /// What follows a commitment.
    public struct CommitmentInfo: Sendable, Hashable {
        /// The product of the next commitment.
        public var autoRenewPreference: String
        /// How the next commitment is billed.
        public var renewalBillingPlanType: StoreProduct.BillingPlanType
        /// When it begins.
        public var renewalDate: Date
        /// What it costs.
        public var renewalPrice: Decimal
        /// Whether it begins by itself.
        public var willAutoRenew: Bool

        /// What follows a commitment.
        public init(
            autoRenewPreference: String, renewalBillingPlanType: StoreProduct.BillingPlanType, renewalDate: Date,
            renewalPrice: Decimal, willAutoRenew: Bool
        ) {
            self.autoRenewPreference = autoRenewPreference
            self.renewalBillingPlanType = renewalBillingPlanType
            self.renewalDate = renewalDate
            self.renewalPrice = renewalPrice
            self.willAutoRenew = willAutoRenew
        }
    }

    /// The bundle that a subscription belongs to.
    public struct Bundle: Sendable, Hashable {
        /// The bundle's product.
        public var productID: String
        /// The bundle's subscription group.
        public var subscriptionGroupID: String?
        /// The first transaction of the bundle's line.
        public var originalTransactionID: String?
        /// Whether the subscription leaves the bundle at its next renewal.
        public var willUnbundle: Bool

        /// A bundle.
        public init(
            productID: String, subscriptionGroupID: String? = nil, originalTransactionID: String? = nil,
            willUnbundle: Bool = false
        ) {
            self.productID = productID
            self.subscriptionGroupID = subscriptionGroupID
            self.originalTransactionID = originalTransactionID
            self.willUnbundle = willUnbundle
        }
    }
}
