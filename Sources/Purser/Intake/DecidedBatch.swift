/// Some batches of a backend after the decisions about them: the transactions to record, in order and within each batch
/// in the order of the phases (O2), and everything else that follows.
package struct DecidedBatch: Sendable {
    /// Transactions of the current user; those of a batch with payments first, then restores, then completes, each in
    /// the backend's order.
    package var transactions: [IncomingTransaction] = []
    /// Rejected transactions, and the reasons.
    package var rejected: [RejectedTransaction] = []
    /// Payments that ended without a transaction, with a token only if the call still waits.
    package var endings: [PaymentEnding] = []
    /// Waiting payments whose transactions are another user's.
    package var foreign: [FailedPayment] = []
    /// Transactions whose user cannot be decided yet: they stay unfinished, and are decided later.
    package var waiting: [BackendTransaction] = []
    /// The reports to list, besides those of rejected transactions.
    package var reports: [RejectedReport] = []
    /// The records of absent users, by sections, which are stored together with the current user's.
    package private(set) var absent: [LedgerRecord] = []
    private var absentUser: UserID?
    /// How many writes had failed before it was decided.
    var failures = 0
    /// Why something could not be recorded for an absent user; then nothing is recorded.
    package var failure: PurchaseFailure?
    /// The payments that have ended, or became pending.
    ///
    /// Where all users share one state, such payments are omitted.
    package var ended: [EndedPayment] = []
    /// Restores that ended.
    package var restoreEndings: [RestoreEnding] = []
    /// The reported renewals.
    package var renewals: [RenewalReport] = []
    /// The ends of the deliveries that are decided one after the other; empty when that makes no difference.
    package var deliveries: [DeliveryEnd] = []
    /// Renewal infos that are invalid or undetermined.
    package var rejectedRenewals: [BackendRenewalInfo] = []
    /// The periods that answer waiting payments although they are over by the device's date.
    package var returnedOver: [StoreTransaction] = []
    /// All the other events.
    package var others: [BackendEvent] = []
    /// The payments as they were before these decisions, in case these cannot be recorded.
    var before: [PaymentRow] = []
    private var versions = BatchVersions()

    /// Makes a batch without reports.
    package init() {}

    mutating func add(_ records: [LedgerRecord], of user: UserID) {
        guard !records.isEmpty else { return }
        if absentUser != user { absent.append(.section(.user(user))) }
        absentUser = user
        absent += records
    }

    /// What will be recorded of a reported transaction, after its earlier record; `nil` when nothing is.
    mutating func purchase(
        of transaction: StoreTransaction, mayBeRenamed: Bool, after recorded: RecordedPurchase?,
        _ ledger: borrowing LedgerState
    ) -> RecordedPurchase? {
        versions.purchase(
            of: transaction, mayBeRenamed: mayBeRenamed, after: recorded, among: transactions, ledger)
    }

    /// When the current user's latest purchase with an original identifier was bought, of the recorded ones and of those
    /// that are about to be.
    func latestPurchaseTime(of originalID: String, _ ledger: borrowing LedgerState) -> Timestamp? {
        var latest = ledger.latestPurchaseTime(of: originalID)
        for incoming in transactions where incoming.transaction.originalID == originalID {
            let time = incoming.transaction.purchaseTime
            if incoming.marks.contains(.movedAway) {
                if latest == time { latest = nil }
            } else if ledger.transactions.accepts(incoming.transaction) {
                latest = max(latest ?? time, time)
            }
        }
        return latest
    }

    /// Sorts the transactions from this index on by their phases; within each phase their order stays.
    mutating func sortPhases(from start: Int) {
        if versions.count > start { versions = BatchVersions() }
        let unsorted = transactions[start...]
        transactions = Array(transactions[..<start])
        for phase in StoreUpdate.Phase.allCases { transactions += unsorted.filter { $0.phase == phase } }
    }
}

/// A waiting payment, and why it failed.
package struct FailedPayment: Sendable {
    /// The payment.
    package var token: PaymentToken
    /// Why it failed.
    package var failure: PurchaseFailure
}

extension DecidedBatch {
    /// The latest date at which any of it was signed.
    package var signedTime: Timestamp? {
        (transactions.map(\.transaction.signedTime) + renewals.map(\.signedTime)).compactMap(\.self).max()
    }

    /// The ends of payments that are recorded by themselves.
    var recordedEndings: [EndedPayment] { ended.filter(\.isRecorded) }

    /// The events that come again if the ledger cannot record them: the transactions as the backend reported them, and
    /// renewals.
    ///
    /// Their payments are answered with a failure by then, so they come again as completes.
    func events(of reported: [[BackendEvent]]) -> [BackendEvent] {
        reported.joined().compactMap { event in
            guard let reported = event.transaction, reported.verification == .verified else { return nil }
            return reported.onceAnswered
        } + renewals.map(\.event)
    }

    /// The undetermined transactions, as they come again.
    var undetermined: [BackendEvent] {
        rejected.compactMap { rejected in
            if case .undetermined = rejected.reported.verification { rejected.reported.onceAnswered } else { nil }
        }
    }
}

extension BackendTransaction {
    /// The event that reports it again, after its waiting call was answered.
    fileprivate var onceAnswered: BackendEvent {
        var again = self
        if case .payment(let token) = origin { again.origin = .other(token) }
        again.verification = .verified
        return .transaction(again)
    }
}

/// A transaction that is rejected for the verdict on it.
package struct RejectedTransaction: Sendable {
    /// The transaction, with the payment and the restore that it would have answered.
    let transaction: IncomingTransaction
    /// As the backend reported it, with the verdict.
    let reported: BackendTransaction
}
