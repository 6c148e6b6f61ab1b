import Purser

/// Everything that an account remembers, and that a folder keeps between two runs.
struct AccountBook: Sendable, Codable {
    /// All transactions but renewals.
    ///
    /// The number in a transaction's identifier is its index here, and ``identifierBase``, behind the first number.
    var records = NotingList<AccountRecord>()
    /// All renewals.
    var renewals = RenewalLog()
    /// What became of each payment whose token is known.
    var payments = PaymentTable()
    /// The payments that wait for somebody, by their number.
    var pending = NotingTable<Int, PendingPayment>()
    /// How many payments ever waited.
    var pendingCount = 0
    /// Failed transactions that were not finished yet (StoreKit 1 has such), by their number.
    var failed = NotingTable<Int, FailedPayment>()
    /// How many transactions ever failed.
    var failedCount = 0
    /// By non-consumable, the index of the transaction that makes it owned.
    var owned = NotingTable<String, Int>()
    /// By group, the subscription that the customer has or had in it.
    var lines = NotingTable<String, SubscriptionLine>()
    /// By group, the subscription that the customer's family has or had in it.
    var sharedLines = NotingTable<String, SubscriptionLine>()
    /// The transactions that were deleted, by their places: nothing lists them any more.
    var deleted = NotingTable<Int, Bool>()
    /// The money given back.
    var refunds = NotingList<SimulatedRefund>()
    /// What they come to for each transaction; no folder keeps it.
    var refundSums = RefundSums()
    /// How many transactions were paid for.
    var chargeCount = 0
    /// How many transactions wait to be finished.
    var unfinishedCount = 0
    /// The storefront that the customer moved to.
    var storefront: StoreStorefront?

    /// How far the identifiers lie behind those of other accounts; 0 for accounts that a folder keeps.
    private(set) var identifierBase = 0

    /// Nothing was bought.
    init() {}

    /// Nothing was bought, in an account with identifiers of its own.
    init(identifierBase: Int) {
        self.identifierBase = identifierBase
        renewals = RenewalLog(identifierBase: identifierBase)
    }

    /// The identifier of the transaction at a place.
    func id(of place: Int) -> String { String(SimulatedAccountState.firstTransactionNumber + identifierBase + place) }

    private enum CodingKeys: String, CodingKey {
        case records, renewals, payments, pending, pendingCount, failed, failedCount, owned, lines, sharedLines, deleted
        case refunds, chargeCount, unfinishedCount, storefront
    }

    /// The highest count that a file may have: one more never overflows, nor does a number that begins with it.
    static let highestCount = Int(Int32.max)

    /// The numbers that failed transactions had so far.
    var failedNumbers: Range<Int> {
        SimulatedAccountState.firstFailedNumber..<SimulatedAccountState.firstFailedNumber + failedCount
    }
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
    /// Whether it was last reported with a signature that is not valid.
    var wasReportedUnverified = false

    private enum CodingKeys: String, CodingKey {
        case transaction
        case token
        case isCharged
        case isFinished
        case wasReportedUnverified = "wasToldUnverified"
    }
}

/// What became of a payment.
enum PaymentFate: Sendable, Codable {
    /// The transaction with this index answers it.
    case bought(Int)
    /// It waits, under this number.
    case waits(Int)
    /// The customer cancelled, or somebody declined.
    case cancelled
}

/// A payment that failed, and that the app has to finish.
struct FailedPayment: Sendable, Codable {
    var productID: String
    /// The failure's code; `nil` when the customer cancelled.
    var code: String?
    var message: String
}
