public import Purser

/// How the embedded App Store behaves, as a `.storekit` file's settings say it.
public struct SimulatorSettings: Sendable {
    /// The customer's language and region, such as `en_US`.
    public var locale: String
    /// The storefront at the start; an account kept in a folder remembers a later one.
    public var storefront: StoreStorefront
    /// How fast subscription periods pass.
    public var timeRate: SubscriptionTimeRate
    /// Whether somebody else must approve each purchase.
    public var asksToBuy: Bool
    /// How long such a request waits before it lapses, as Apple's does after 24 hours; `nil` for as long as nobody answers.
    ///
    /// The time rate makes no difference to it.
    public var askToBuyLifetime: Duration? = .seconds(86_400)
    /// Whether two equal requests become one, as Apple's do: one answer is for both, one is charged, and its transaction
    /// answers both payments.
    ///
    /// Equal are those for the same product, quantity, user and options. Off by default: of two payments that become one only
    /// the first keeps its context and its finishing, which Purser promises to each. StoreKit 1's payments have no names by
    /// which they could be joined.
    public var joinsRequests = false
    /// Whether each purchase is interrupted by something that the customer must settle first.
    public var interruptsPurchases: Bool
    /// Whether renewals cannot be paid, and so enter billing retry; a subscription can be told so by itself too.
    public var failsRenewals = false
    /// Whether a customer keeps a subscription for a while that cannot be paid.
    public var hasBillingGracePeriod = false
    /// How often a subscription renews before its renewal is turned off; `nil` for no limit.
    ///
    /// Apple's sandbox has 12, TestFlight 6.
    public var renewalLimit: Int?
    /// Whether a promotional offer needs a signature.
    ///
    /// Its bytes are checked where the module `PurserSigning` has given the store a key; otherwise any will do.
    public var requiresOfferSignatures: Bool
    /// Offers that exist and that this customer is not eligible for, by their identifiers.
    public var ineligibleOffers: Set<String> = []
    /// The app that sells.
    public var app = SimulatedApp()
    /// Where it sells, as transactions say it: `LocalTesting` unless a test says otherwise.
    public var environment = StoreEnvironment.localTesting
    /// Errors that calls answer with for as long as they stand here.
    public var failures: SimulatorFailures

    /// Settings; without arguments a United States store in real time where all goes well.
    public init(
        locale: String = "en_US", storefront: StoreStorefront = .unitedStates,
        timeRate: SubscriptionTimeRate = .realTime, asksToBuy: Bool = false,
        interruptsPurchases: Bool = false,
        requiresOfferSignatures: Bool = false, failures: SimulatorFailures = SimulatorFailures()
    ) {
        self.locale = locale
        self.storefront = storefront
        self.timeRate = timeRate
        self.asksToBuy = asksToBuy
        self.interruptsPurchases = interruptsPurchases
        self.requiresOfferSignatures = requiresOfferSignatures
        self.failures = failures
    }
}

/// The app that sells, as its app transaction describes it.
public struct SimulatedApp: Sendable, Hashable {
    /// Its bundle identifier.
    public var bundleID: String
    /// Its number in the App Store; only production needs one.
    public var appID: UInt64?
    /// The version that runs.
    public var version: String
    /// The version that the customer got first.
    public var originalVersion: String
    /// Identifies the customer's copy of it; Xcode's own testing says `0`.
    public var transactionID = "0"

    /// An app; by default an example in its first version.
    public init(bundleID: String = "com.example.app", version: String = "1.0", originalVersion: String = "1.0") {
        self.bundleID = bundleID
        self.version = version
        self.originalVersion = originalVersion
    }
}

/// Errors that calls of the embedded App Store answer with, one for each group of calls; `nil` where all goes well.
public struct SimulatorFailures: Sendable {
    /// What product requests throw ("Load Products").
    public var loadProducts: BackendError?
    /// What payments end with ("Purchase").
    public var purchase: BackendError?
    /// Why signatures are not valid ("Verification"): transactions then come unverified.
    public var verification: String?
    /// What restores end with ("App Store Sync").
    public var restore: BackendError?
    /// What fetching a receipt or the app transaction throws ("App Transaction").
    public var receipt: BackendError?
    /// Why the status of subscriptions cannot be read ("Subscription Status"): nothing of it, nor how they renew, is reported
    /// while this stands here, and all of it afterwards.
    public var subscriptionStatus: BackendError?
    /// What the sheet with the subscriptions throws ("Manage Subscriptions Sheet").
    public var manageSubscriptions: BackendError?
    /// What asking for a refund throws ("Refund Request Sheet").
    public var refundRequest: BackendError?
    /// What the sheet for offer codes throws ("Offer Code Redeem Sheet").
    public var redeemCode: BackendError?

    /// No failures, or those given.
    public init(
        loadProducts: BackendError? = nil, purchase: BackendError? = nil, verification: String? = nil,
        restore: BackendError? = nil, receipt: BackendError? = nil
    ) {
        self.loadProducts = loadProducts
        self.purchase = purchase
        self.verification = verification
        self.restore = restore
        self.receipt = receipt
    }
}

extension StoreStorefront {
    /// The United States, where `.storekit` files without a storefront sell.
    public static let unitedStates = StoreStorefront(countryCode: "USA", currencyCode: "USD", id: "143441")
}
