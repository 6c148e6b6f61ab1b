/// What was told of transactions that are kept back since they could not be judged or recorded: what comes meanwhile may be newer.
///
/// A newer state that says the same as what is on record is not recorded. So when an older one comes again that could not be
/// recorded before, nothing on record would tell that it is outdated: that is known here.
struct OvertakenTransactions: Sendable {
    /// The latest genuine state of each, `nil` before one was told.
    private var latest: [String: StoreTransaction?] = [:]
    private var order = Fifo<String>()

    /// So many are known at most; the oldest go first.
    static let limit = 1_024

    /// These come again later.
    mutating func keptBack(_ transactions: some Sequence<StoreTransaction>) {
        for transaction in transactions where latest[transaction.id] == nil {
            latest[transaction.id] = .some(nil)
            order.append(transaction.id)
            if latest.count > Self.limit, let oldest = order.popFirst() { latest[oldest] = nil }
        }
    }

    /// Notes the states of a batch that are newer than what was told before, and puts what was told before in the place of those
    /// that are older.
    ///
    /// - Parameter transactions: genuine ones.
    mutating func bringUpToDate(_ transactions: inout [IncomingTransaction]) {
        guard !latest.isEmpty else { return }
        for index in transactions.indices {
            let told = transactions[index].transaction
            guard let known = latest[told.id] else { continue }
            if let known, told.isOlder(than: known), told.isSamePurchase(as: known) {
                transactions[index].transaction = known
            } else {
                latest[told.id] = told
            }
        }
    }
}
