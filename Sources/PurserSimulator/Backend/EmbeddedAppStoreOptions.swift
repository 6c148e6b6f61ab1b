import Purser

/// The delivery of the embedded App Store's answers, and its limits.
public struct EmbeddedAppStoreOptions: Sendable {
    /// Whether transactions contain the token of their payment.
    ///
    /// Without tokens the App Store behaves like StoreKit 1: answers contain only the product, a payment that is
    /// submitted twice is two payments, failed transactions must be finished, and buying an owned product again makes a
    /// new transaction that refers to the first one.
    public var answersNamePayments: Bool
    /// The maximum number of payments in one call; no person is needed, so many payments may run at the same time.
    public var concurrentPayments: Int
    /// The maximum number of identifiers in one product request.
    public var productRequestLimit: Int
    /// Whether the answers to payments and restores are in the inbox before the call returns.
    ///
    /// Otherwise ``EmbeddedAppStore/run()`` puts them there immediately after the call.
    public var answersInsideCalls: Bool
    /// Whether restores and interruptions behave as in StoreKit 1.
    ///
    /// A restore then makes a new transaction for each owned one, which refers to the original and must be finished
    /// separately; non-renewing subscriptions are not restored. An interrupted purchase fails, and is made once the
    /// interruption is resolved.
    public var followsStoreKit1: Bool
    /// The identifier of the first transaction of an account in memory, from 1 to 2999999999999.
    ///
    /// Later purchases count up from it. With `nil`, it is random on the device's clock. Accounts in a folder begin
    /// with 2000000000001.
    ///
    /// Set it if a test uses literal identifiers, or if two accounts must use the same ones.
    public var firstTransactionID: Int?

    private static let highestFirst = 2_999_999_999_999

    /// The offset of the identifiers from the usual ones.
    func identifierBase(on clock: any StoreClock) -> Int {
        let usual = AccountTransactions.firstNumber
        if let firstTransactionID { return min(max(1, firstTransactionID), Self.highestFirst) - usual }
        guard clock is SystemClock else { return 0 }
        var generator = SystemRandomNumberGenerator()
        return Int.random(in: usual...Self.highestFirst, using: &generator) - usual
    }

    /// The behavior of StoreKit 1: answers do not name payments, one payment runs at a time, and restores and
    /// interruptions follow StoreKit 1.
    public static let storeKit1 = EmbeddedAppStoreOptions(
        answersNamePayments: false, concurrentPayments: 1, followsStoreKit1: true)

    /// Makes options; the defaults are the fastest and most capable.
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
