#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a subscription renews, as the App Store last signed it.
///
/// Field meanings follow Apple's `JWSRenewalInfoDecodedPayload`. For each subscription the renewal info with the latest
/// signature counts. A change in it is an update of the kind ``StoreUpdate/Kind/statusChanged``.
public struct StoreRenewalInfo: Sendable, Hashable, Codable {
    /// The first transaction of the subscription.
    public var originalTransactionID: String
    /// The product of the current period.
    public var currentProductID: String
    /// Whether it renews automatically.
    public var willAutoRenew: Bool
    /// The product of the next period; `nil` when it does not renew.
    public var autoRenewPreference: String?
    /// Why it ended; `nil` while it has not ended.
    public var expirationReason: ExpirationReason?
    /// The customer's consent to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus = .noIncreasePending
    /// Whether the App Store still retries the payment.
    public var isInBillingRetry = false
    /// Until when the customer keeps the subscription although its payment failed.
    package var gracePeriodExpirationTime: Timestamp?
    /// The offer of the next period.
    public var offer: StoreTransaction.Offer?
    /// The environment of the subscription.
    public var environment: StoreEnvironment = .production
    /// When the subscription began, ignoring short breaks; `nil` when the App Store does not report it.
    package var recentSubscriptionStartTime: Timestamp?
    /// When the next period begins.
    package var renewalTime: Timestamp?
    /// The price of the next period, in `currencyCode`; for a subscription with seats, the average price of one seat.
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
    /// The data of the next commitment; `nil` without one.
    public var commitmentInfo: CommitmentInfo?
    /// The bundle that the subscription belongs to.
    public var bundle: Bundle?
    /// How many seats the next period has; `nil` without seats.
    public var renewalQuantity: Int?
    /// The prices of the seats of the next period; `nil` without seats.
    public var multiSeatInfo: MultiSeatInfo?
    /// When the App Store signed this.
    package var signedTime: Timestamp?
    /// The proof that it was signed for this device.
    public var deviceVerification: DeviceVerification?
    /// The signed form (compact JWS) that the backend received, if any.
    public var jwsRepresentation: String?
    /// The fields of it that a later version has recorded.
    package var laterFields = LaterFields()

    private enum CodingKeys: String, CodingKey {
        case originalTransactionID
        case currentProductID
        case willAutoRenew
        case autoRenewPreference
        case expirationReason
        case priceIncreaseStatus
        case isInBillingRetry
        case gracePeriodExpirationTime = "gracePeriodExpirationDate"
        case offer
        case environment
        case recentSubscriptionStartTime = "recentSubscriptionStartDate"
        case renewalTime = "renewalDate"
        case renewalPrice
        case currencyCode
        case eligibleWinBackOfferIDs
        case appAccountToken
        case appTransactionID
        case renewalBillingPlanType
        case commitmentInfo
        case bundle
        case renewalQuantity
        case multiSeatInfo
        case signedTime = "signedDate"
        case deviceVerification
        case jwsRepresentation
    }

    /// Makes renewal info from the required fields; set the others as the platform reports them.
    public init(originalTransactionID: String, currentProductID: String, willAutoRenew: Bool) {
        self.originalTransactionID = originalTransactionID
        self.currentProductID = currentProductID
        self.willAutoRenew = willAutoRenew
    }
}

// To the millisecond, as the App Store signs them and as the ledger keeps them.
extension StoreRenewalInfo {
    /// Until when the customer keeps the subscription although its payment failed.
    public var gracePeriodExpirationDate: Date? {
        get { gracePeriodExpirationTime?.date }
        set { gracePeriodExpirationTime = newValue.map { Timestamp($0) } }
    }

    /// When the subscription began, ignoring short breaks; `nil` when the App Store does not report it.
    public var recentSubscriptionStartDate: Date? {
        get { recentSubscriptionStartTime?.date }
        set { recentSubscriptionStartTime = newValue.map { Timestamp($0) } }
    }

    /// When the next period begins.
    public var renewalDate: Date? {
        get { renewalTime?.date }
        set { renewalTime = newValue.map { Timestamp($0) } }
    }

    /// When the App Store signed this.
    public var signedDate: Date? {
        get { signedTime?.date }
        set { signedTime = newValue.map { Timestamp($0) } }
    }

    /// Whether it has the same content as another one; the date and the device of the signature do not count.
    func saysTheSame(as other: StoreRenewalInfo) -> Bool {
        var signedLikeOther = self
        signedLikeOther.signedTime = other.signedTime
        signedLikeOther.jwsRepresentation = other.jwsRepresentation
        signedLikeOther.deviceVerification = other.deviceVerification
        signedLikeOther.laterFields = other.laterFields
        return signedLikeOther == other
    }

    /// Why a subscription ended: the App Store's number; unknown ones are kept.
    public struct ExpirationReason: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The customer turned renewal off.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
        /// The payment failed.
        public static let billingError = ExpirationReason(rawValue: 2)
        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
        /// The product was no longer sold.
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        /// The App Store reported no reason.
        public static let unknown = ExpirationReason(rawValue: 5)
        /// It left its bundle.
        public static let unbundled = ExpirationReason(rawValue: 6)
    }

    /// The customer's consent to a price increase.
    public enum PriceIncreaseStatus: String, Sendable, Hashable, Codable {
        /// No increase is planned.
        case noIncreasePending
        /// The customer has not answered.
        case pending
        /// The customer agreed, or does not have to.
        case agreed
    }

    /// The data of the next commitment.
    public struct CommitmentInfo: Sendable, Hashable, Codable {
        /// The product of the next commitment.
        public var autoRenewPreference: String
        /// How the next commitment is billed.
        public var renewalBillingPlanType: StoreProduct.BillingPlanType
        /// When it begins.
        package var renewalTime: Timestamp
        /// The price of the next commitment.
        public var renewalPrice: Decimal
        /// Whether the next commitment begins automatically.
        public var willAutoRenew: Bool

        /// Makes the data of the next commitment.
        public init(
            autoRenewPreference: String, renewalBillingPlanType: StoreProduct.BillingPlanType, renewalDate: Date,
            renewalPrice: Decimal, willAutoRenew: Bool
        ) {
            self.autoRenewPreference = autoRenewPreference
            self.renewalBillingPlanType = renewalBillingPlanType
            self.renewalTime = Timestamp(renewalDate)
            self.renewalPrice = renewalPrice.exactPrice
            self.willAutoRenew = willAutoRenew
        }

        /// When the next commitment begins, to the millisecond.
        public var renewalDate: Date {
            get { renewalTime.date }
            set { renewalTime = Timestamp(newValue) }
        }

        private enum CodingKeys: String, CodingKey {
            case autoRenewPreference, renewalBillingPlanType
            case renewalTime = "renewalDate"
            case renewalPrice, willAutoRenew
        }
    }

    /// The seats of the next period.
    public struct MultiSeatInfo: Sendable, Hashable, Codable {
        /// How many seats renew at which price, the highest price first; the sum of each price times its quantity is
        /// the price of the next period.
        public let renewalPriceTiers: [StoreTransaction.MultiSeatInfo.PriceTier]

        /// Makes the seats of the next period.
        public init(renewalPriceTiers: [StoreTransaction.MultiSeatInfo.PriceTier]) {
            self.renewalPriceTiers = renewalPriceTiers.inOrder
        }
    }

    /// The bundle that a subscription belongs to.
    public struct Bundle: Sendable, Hashable, Codable {
        /// The bundle's product.
        public var productID: String
        /// The bundle's subscription group.
        public var subscriptionGroupID: String?
        /// The first transaction of the bundle.
        public var originalTransactionID: String?
        /// Whether the subscription leaves the bundle at its next renewal.
        public var willUnbundle: Bool

        /// Makes a bundle.
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
