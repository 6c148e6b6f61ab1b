/// How the embedded App Store talks to the store that is open on it.
public struct EmbeddedAppStoreOptions: Sendable {
    /// Whether transactions name the payment that asked for them.
    ///
    /// Without it the embedded store behaves like StoreKit 1: answers name the product only, a payment that is
    /// handed in twice is two payments, failed transactions want to be finished, and an owned product that is
    /// bought again comes as a new transaction that points to the first.
    public var echoesPaymentTokens: Bool
    /// How many payments it takes in one call; it needs no person, so many may be under way.
    public var concurrentPayments: Int
    /// How many identifiers it takes in one product request.
    public var productRequestLimit: Int
    /// Whether the answers to payments and restores are in the inbox before the call returns.
    ///
    /// If not they go there from ``EmbeddedAppStore/run()``, at once but after the call.
    public var answersInsideCalls: Bool
    /// Whether restores and interruptions are as in StoreKit 1.
    ///
    /// A restore then brings a new transaction for each that is owned, which names the original one and wants to be finished
    /// for itself, and leaves non-renewing subscriptions out; an interrupted purchase fails, and is purchased once that is
    /// settled.
    public var followsStoreKit1: Bool

    /// All as in StoreKit 1: answers name no payment, there is one at a time, and restores and interruptions are its own.
    public static let storeKit1 = EmbeddedAppStoreOptions(
        echoesPaymentTokens: false, concurrentPayments: 1, followsStoreKit1: true)

    /// Options; without arguments the fastest and most capable.
    public init(
        echoesPaymentTokens: Bool = true, concurrentPayments: Int = 1_024, productRequestLimit: Int = 100,
        answersInsideCalls: Bool = true, followsStoreKit1: Bool = false
    ) {
        self.echoesPaymentTokens = echoesPaymentTokens
        self.concurrentPayments = concurrentPayments
        self.productRequestLimit = productRequestLimit
        self.answersInsideCalls = answersInsideCalls
        self.followsStoreKit1 = followsStoreKit1
    }
}
