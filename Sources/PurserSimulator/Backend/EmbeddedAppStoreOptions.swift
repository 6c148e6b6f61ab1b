import Purser

/// How the embedded App Store talks to the store that is open on it.
public struct EmbeddedAppStoreOptions: Sendable {
    /// Whether transactions name the payment that asked for them.
    ///
    /// Without it the embedded store behaves like StoreKit 1: answers name the product only, a payment that is
    /// handed in twice is two payments, failed transactions want to be finished, and an owned product that is
    /// bought again comes as a new transaction that points to the first.
    public var answersNamePayments: Bool
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
    /// The identifier of the first transaction of an account in memory, from 1 to 2999999999999.
    ///
    /// Those that are bought count up from it. `nil` draws it on the device's clock. Accounts that a folder keeps begin with
    /// 2000000000001.
    ///
    /// Set it where a test names identifiers, or lets two accounts give out the same ones.
    public var firstTransactionID: Int?

    private static let highestFirst = 2_999_999_999_999

    /// How far the identifiers lie behind the usual ones.
    func identifierBase(on clock: any StoreClock) -> Int {
        let usual = AccountTransactions.firstNumber
        if let firstTransactionID { return min(max(1, firstTransactionID), Self.highestFirst) - usual }
        guard clock is SystemClock else { return 0 }
        var generator = SystemRandomNumberGenerator()
        return Int.random(in: usual...Self.highestFirst, using: &generator) - usual
    }

    /// All as in StoreKit 1: answers name no payment, there is one at a time, and restores and interruptions are its own.
    public static let storeKit1 = EmbeddedAppStoreOptions(
        answersNamePayments: false, concurrentPayments: 1, followsStoreKit1: true)

    /// Options; without arguments the fastest and most capable.
    public init(
        answersNamePayments: Bool = true, concurrentPayments: Int = 1_024, productRequestLimit: Int = 100,
        answersInsideCalls: Bool = true, followsStoreKit1: Bool = false,
        firstTransactionID: Int? = nil
    ) {
        self.answersNamePayments = answersNamePayments
        self.concurrentPayments = concurrentPayments
        self.productRequestLimit = productRequestLimit
        self.answersInsideCalls = answersInsideCalls
        self.followsStoreKit1 = followsStoreKit1
        self.firstTransactionID = firstTransactionID
    }
}
