#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// For whom, and when, a session decides about what was reported.
package struct IntakeSession: Sendable {
    /// The present user; `nil` where all users share one state.
    package let user: UUID?
    /// What becomes of a transaction for which the store names another user than the one who has it.
    package let policy: AccountMovePolicy
    /// The restore that is under way; the transactions of others count as completes.
    package var activeRestore: RestoreID?
    /// The number of the arrival that is decided about first; each batch is one, counted from 1.
    package var firstArrival: UInt64
    /// The monotonic time.
    package var now: Duration
    /// The date at which something is revoked that has moved to another user.
    package var time: Timestamp

    /// A session's view at a moment.
    package init(
        user: UUID?, policy: AccountMovePolicy = .move, activeRestore: RestoreID? = nil, firstArrival: UInt64 = 1,
        now: Duration = .zero, time: Timestamp = Timestamp(milliseconds: 0)
    ) {
        (self.user, self.policy, self.activeRestore) = (user, policy, activeRestore)
        (self.firstArrival, self.now, self.time) = (firstArrival, now, time)
    }

    var audience: PaymentBook<UUID>.Audience { user.map { .user($0) } ?? .everybody }
}

/// Some batches of a backend after the decisions about them: what is to be recorded, in their order and inside each in the
/// order of the phases (O2), and what else follows.
package struct RoutedBatch: Sendable {
    /// Transactions of the present user; those of a batch with payments first, then restores, then completes, each in the
    /// backend's order.
    package var transactions: [IncomingTransaction] = []
    /// Transactions that are rejected, and why.
    package var refused: [RefusedTransaction] = []
    /// Payments that ended without a transaction, with the payment that was meant, if it still waits.
    package var endings: [(ending: PaymentEnding, token: PaymentToken?)] = []
    /// Waiting payments whose transactions are not the present user's; with the identifier where it is another user's
    /// for another purchase, which was charged for all the same (D3).
    package var foreign: [(token: PaymentToken, productID: String, conflictingID: String?)] = []
    /// Transactions of which it cannot be decided yet whose they are: they stay unfinished, and are asked about again.
    package var waiting: [BackendTransaction] = []
    /// What is to be listed of transactions besides those that are rejected.
    package var reports: [RefusedReport] = []
    /// What is to be recorded for all users before the present user's ledger records anything.
    package var records: [LedgerRecord] = []
    /// What is kept for the present user until the user's ledger has it, by transaction.
    package var taken: [String] = []
    /// Restores that ended.
    package var restoreEndings: [(id: RestoreID, error: BackendError?)] = []
    /// What was reported of renewals.
    package var renewals: [RenewalReport] = []
    /// Where the deliveries end that are decided one after the other; empty where that makes no difference.
    package var deliveries: [DeliveryEnd] = []
    /// Renewal infos that are not genuine, or of which that is not known.
    package var refusedRenewals: [BackendRenewalInfo] = []
    /// All the other events.
    package var others: [BackendEvent] = []
    /// The payments as they were before these decisions, should these not be recorded.
    var before: [PaymentRow<UUID>] = []
    /// Who had what before them.
    var changes: [LedgerAccounts.Change] = []
    /// Where each transaction is, of those up to `placed`.
    private var places: [String: Int] = [:]
    private var placed = 0

    /// A batch in which nothing was reported.
    package init() {}

    /// The last transaction of an identifier; `nil` when there is none.
    mutating func latest(of id: String) -> IncomingTransaction? {
        while placed < transactions.count {
            places[transactions[placed].transaction.id] = placed
            placed += 1
        }
        return places[id].map { transactions[$0] }
    }

    /// Puts the transactions from this place on into the order of their phases; inside each their order stays.
    mutating func sortPhases(from start: Int) {
        placed = min(placed, start)
        let unsorted = transactions[start...]
        transactions = Array(transactions[..<start])
        for phase in StoreUpdate.Phase.allCases { transactions += unsorted.filter { $0.phase == phase } }
    }
}

/// A transaction that is rejected.
package struct RefusedTransaction: Sendable {
    /// The transaction, with the payment and the restore that it would have answered.
    package var transaction: IncomingTransaction
    /// What is wrong with it.
    package var verdict: BackendTransaction.Verification
    /// As the backend reported it.
    package var reported: BackendTransaction

    /// A transaction that is rejected for this reason.
    package init(
        _ transaction: IncomingTransaction, _ verdict: BackendTransaction.Verification, reported: BackendTransaction
    ) {
        self.transaction = transaction
        self.verdict = verdict
        self.reported = reported
    }
}
