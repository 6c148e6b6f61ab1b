/// Reports of transactions that are held back because they could not be verified or recorded: reports that come
/// meanwhile may be newer.
///
/// A newer state that equals the recorded one is not recorded. So when an older one comes again that could not be
/// recorded before, the records do not show that it is outdated: this value does.
struct OvertakenTransactions: Sendable {
    /// The latest verified state of each; `nil` before the first one.
    private var latest: [String: StoreTransaction?] = [:]
    private var order = Fifo<String>()

    /// Records transactions that are processed again later.
    mutating func keptBack(_ transactions: some Sequence<StoreTransaction>) {
        for transaction in transactions where latest[transaction.id] == nil {
            latest[transaction.id] = .some(nil)
            order.append(transaction.id)
            if latest.count > MemoryLimits.overtakenTransactions, let oldest = order.popFirst() { latest[oldest] = nil }
        }
    }

    /// Keeps the states of verified reports that are newer than the earlier reports, and replaces older states by the
    /// earlier reports.
    mutating func bringUpToDate(_ batches: inout [[BackendEvent]]) {
        guard !latest.isEmpty else { return }
        for place in batches.indices {
            for index in batches[place].indices {
                guard case .transaction(var reported) = batches[place][index], reported.verification == .verified,
                    let known = latest[reported.transaction.id]
                else { continue }
                if let known, reported.transaction.isOlder(than: known), reported.transaction.isSamePurchase(as: known)
                {
                    reported.transaction = known
                    batches[place][index] = .transaction(reported)
                } else {
                    latest[reported.transaction.id] = reported.transaction
                }
            }
        }
    }
}
