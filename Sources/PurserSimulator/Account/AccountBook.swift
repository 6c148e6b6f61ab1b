import Purser

/// Everything that an account remembers: what a folder keeps between two runs.
struct AccountBook: Sendable, Codable {
    /// All transactions; the number in a transaction's identifier is its place here.
    var records: [AccountRecord] = []
    /// What became of the payments whose tokens are known.
    var payments = PaymentTable()
    /// The payments that wait for somebody, by their number.
    var pending: [Int: PendingPayment] = [:]
    /// How many payments ever waited.
    var pendingCount = 0
    /// Failed transactions that were not finished yet (StoreKit 1 has such), by their number.
    var failed: [Int: FailedPayment] = [:]
    /// How many transactions ever failed.
    var failedCount = 0
    /// The transaction that owns each non-consumable.
    var owned: [String: Int] = [:]
    /// The subscription lines, by group.
    var lines: [String: SubscriptionLine] = [:]
    /// The money given back.
    var refunds: [SimulatedRefund] = []
    /// How many transactions were paid for.
    var chargeCount = 0
    /// How many transactions wait to be finished.
    var unfinishedCount = 0
    /// The storefront that the customer moved to.
    var storefront: StoreStorefront?
}

/// One transaction in the account.
struct AccountRecord: Sendable, Codable {
    var transaction: StoreTransaction
    /// The payment that asked for it, if the backend echoes tokens.
    var token: PaymentToken?
    /// Whether money was taken, be it nothing for a trial.
    var isCharged: Bool
    /// Whether the app finished it in its present state.
    var isFinished = false
    /// Whether it was last told with a signature that is not valid.
    var wasToldUnverified = false
}

/// What became of a payment.
enum PaymentFate: Sendable, Codable {
    /// It is answered by the transaction at this place.
    case bought(Int)
    /// It waits, under this number.
    case waits(Int)
    /// The customer cancelled, or somebody declined.
    case cancelled
}

/// A payment that failed and wants to be finished.
struct FailedPayment: Sendable, Codable {
    var productID: String
    /// The failure's code; `nil` when the customer cancelled.
    var code: String?
    var message: String
}

/// The subscriptions that a customer had in one group.
struct SubscriptionLine: Sendable, Codable {
    /// Where the line began.
    var first: Int
    /// The transaction that counts now.
    var current: Int
    /// Whether an introductory offer was used.
    var usedIntroductoryOffer = false
    /// The product to change to at the next renewal.
    var preferredProductID: String?
}
