public import Purser

/// The behavior of the embedded App Store, as in a `.storekit` file's settings.
public struct SimulatorSettings: Sendable {
    /// The customer's language and region, such as `en_US`.
    public var locale: String
    /// The initial storefront; an account in a folder stores a later one.
    ///
    /// Without a currency it gets the App Store's in that country.
    public var storefront: StoreStorefront { didSet { storefront = storefront.withCurrency } }
    /// The speed of subscription periods.
    public var timeRate: SubscriptionTimeRate
    /// Whether each purchase needs approval.
    public var asksToBuy: Bool
    /// The time after which a request for approval lapses: 24 hours by default, as in the App Store; `nil` for never.
    ///
    /// The time rate does not affect it.
    public var askToBuyLifetime: Duration? = .seconds(86_400)
    /// Whether two equal requests for approval become one, as in the App Store: one answer and one charge apply to
    /// both, and one transaction answers both payments.
    ///
    /// Equal requests have the same product, quantity, user and options. It is off by default, because only the first
    /// of two joined payments keeps its context and its finishing, which Purser guarantees for each payment. StoreKit
    /// 1's payments have no tokens, so they are never joined.
    public var joinsRequests = false
    /// Whether each purchase is interrupted until the customer resolves the cause.
    public var interruptsPurchases: Bool
    /// Whether the payments of renewals fail and enter billing retry; see also
    /// ``EmbeddedAppStore/setPaymentsFail(_:for:)`` for one subscription.
    public var failsRenewals = false
    /// Whether a customer keeps a subscription for a grace period after a failed payment.
    public var hasBillingGracePeriod = false
    /// The number of renewals after which renewal is turned off; `nil` for no limit.
    ///
    /// Apple's sandbox has 12, TestFlight 6.
    public var renewalLimit: Int?
    /// Whether a promotional offer needs a signature.
    ///
    /// Its bytes are checked if the module `PurserSigning` has set a key; otherwise any signature is accepted.
    public var requiresOfferSignatures: Bool
    /// The identifiers of offers that this customer is not eligible for.
    public var ineligibleOffers: Set<String> = []
    /// The app that sells.
    public var app = SimulatedApp()
    /// The environment in which the App Store runs, and of its transactions from now on: `LocalTesting` by default.
    public var environment = StoreEnvironment.localTesting
    /// The errors with which calls fail while they are set.
    public var failures: SimulatorFailures

    /// Makes settings; the defaults are a United States storefront in real time without failures.
    public init(
        locale: String = "en_US", storefront: StoreStorefront = .unitedStates,
        timeRate: SubscriptionTimeRate = .realTime, asksToBuy: Bool = false,
        interruptsPurchases: Bool = false,
        requiresOfferSignatures: Bool = false, failures: SimulatorFailures = SimulatorFailures()
    ) {
        self.locale = locale
        self.storefront = storefront.withCurrency
        self.timeRate = timeRate
        self.asksToBuy = asksToBuy
        self.interruptsPurchases = interruptsPurchases
        self.requiresOfferSignatures = requiresOfferSignatures
        self.failures = failures
    }
}

/// The app that sells, as in its app transaction.
public struct SimulatedApp: Sendable, Hashable {
    /// Its bundle identifier.
    public var bundleID: String
    /// Its number in the App Store; required in production only.
    public var appID: UInt64?
    /// The current version.
    public var version: String
    /// The customer's first version.
    public var originalVersion: String
    /// The identifier of the customer's app transaction; Xcode's own testing uses `0`.
    public var transactionID = "0"

    /// Makes an app; by default an example in its first version.
    public init(bundleID: String = "com.example.app", version: String = "1.0", originalVersion: String = "1.0") {
        self.bundleID = bundleID
        self.version = version
        self.originalVersion = originalVersion
    }
}

/// Errors with which calls of the embedded App Store fail, one for each group of calls; `nil` for success.
public struct SimulatorFailures: Sendable {
    /// The error of product requests ("Load Products").
    public var loadProducts: BackendFailure?
    /// The error of payments ("Purchase").
    public var purchase: BackendFailure?
    /// The reason for invalid signatures ("Verification"): transactions are then invalid.
    public var verification: String?
    /// The error of restores ("App Store Sync").
    public var restore: BackendFailure?
    /// The error of fetching a receipt or the app transaction ("App Transaction").
    public var receipt: BackendFailure?
    /// The error of reading the status of subscriptions ("Subscription Status"): while it is set, neither status nor
    /// renewal info is reported; afterwards all of it is.
    ///
    /// So does StoreKit with Xcode's error: `Product.SubscriptionInfo.status` then throws, or returns no status, and
    /// transactions are reported as usual.
    public var subscriptionStatus: BackendFailure?
    /// The error of the sheet with the subscriptions ("Manage Subscriptions Sheet").
    public var manageSubscriptions: BackendFailure?
    /// The error of refund requests ("Refund Request Sheet").
    public var refundRequest: BackendFailure?
    /// The error of the sheet for offer codes ("Offer Code Redeem Sheet").
    public var redeemCode: BackendFailure?

    /// Makes failures; none by default.
    public init(
        loadProducts: BackendFailure? = nil, purchase: BackendFailure? = nil, verification: String? = nil,
        restore: BackendFailure? = nil, receipt: BackendFailure? = nil
    ) {
        self.loadProducts = loadProducts
        self.purchase = purchase
        self.verification = verification
        self.restore = restore
        self.receipt = receipt
    }
}

extension StoreStorefront {
    /// The United States, the storefront of `.storekit` files without one.
    public static let unitedStates = StoreStorefront(countryCode: "USA", currencyCode: "USD", id: "143441")
}
