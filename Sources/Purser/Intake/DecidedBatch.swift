/// Some batches of a backend after the decisions about them: what is to be recorded, in their order and inside each in the
/// order of the phases (O2), and what else follows.
package struct DecidedBatch: Sendable {
    /// Transactions of the present user; those of a batch with payments first, then restores, then completes, each in the
    /// backend's order.
    package var transactions: [IncomingTransaction] = []
    /// Transactions that are rejected, and why.
    package var rejected: [RejectedTransaction] = []
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
    package var rejectedRenewals: [BackendRenewalInfo] = []
    /// All the other events.
    package var others: [BackendEvent] = []
    /// The payments as they were before these decisions, should these not be recorded.
    var before: [PaymentRow] = []
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

extension DecidedBatch {
    /// The ends of payments that are known by their tokens.
    var noted: [(token: PaymentToken, ending: IntentEnding)] {
        endings.compactMap { ending, token in (token ?? ending.token).map { ($0, ending.result.state.ending) } }
    }

    /// What comes again should the ledger not take it: the transactions as the backend reported them, and renewals.
    ///
    /// Their payments have been answered with a failure by then, so they come again as completes.
    func events(of reported: [[BackendEvent]]) -> [BackendEvent] {
        reported.joined().compactMap { event in
            guard let reported = event.transaction, reported.verification == .verified else { return nil }
            return reported.onceAnswered
        } + renewals.map(\.event)
    }

    /// Those that could not be judged, as they come again.
    var undecided: [BackendEvent] {
        rejected.compactMap { rejected in
            if case .undecided = rejected.verdict { rejected.reported.onceAnswered } else { nil }
        }
    }
}

extension BackendTransaction {
    /// How it comes again, once whoever waited for it was told something.
    fileprivate var onceAnswered: BackendEvent {
        var again = self
        if case .payment(let token) = origin { again.origin = .other(token) }
        again.verification = .verified
        return .transaction(again)
    }
}

/// A transaction that is rejected.
package struct RejectedTransaction: Sendable {
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
