/// What was decided about some batches and changed in the records, report by report, and everything that follows once
/// it is stored.
///
/// It cannot be copied: each purchase passes through one, and a copy would count a dozen references.
package struct Turn: ~Copyable, Sendable {
    /// The records to store, with what is published then.
    var prepared = PreparedBatch(capacity: 0)
    /// The current user's transactions, in the order in which they were recorded: within each batch those with payments
    /// first, then restores, then completes (O2).
    package private(set) var recorded: [RecordedReport] = []
    /// Rejected transactions, and the reasons.
    package var rejected: [RejectedTransaction] = []
    /// Payments that ended without a transaction, with a token only if the call still waits.
    package var endings: [PaymentEnding] = []
    /// Waiting payments whose transactions are another user's.
    package var foreign: [FailedPayment] = []
    /// Transactions that may answer a submitted payment: they stay unfinished, and are decided later.
    package var waiting: [BackendTransaction] = []
    /// The reports to list, besides those of rejected transactions.
    package var reports: [RejectedReport] = []
    /// Restores that ended.
    package var restoreEndings: [RestoreEnding] = []
    /// Renewal infos that are invalid or undetermined.
    package var rejectedRenewals: [BackendRenewalInfo] = []
    /// The periods that answer waiting payments although they are over by the device's date.
    package var returnedOver: [StoreTransaction] = []
    /// The latest date at which any of it was signed.
    package private(set) var signedTime: Timestamp?
    /// All the other events.
    package var others: [BackendEvent] = []
    /// The records of absent users, by sections, which are stored together with the current user's.
    package private(set) var absent: [LedgerRecord] = []
    private var absentUser: UserID?
    /// Why nothing of it is recorded; `nil` when everything is.
    package var failure: PurchaseFailure?
    /// The payments as they were before these decisions, in case these cannot be recorded.
    var before: [PaymentRow] = []

    /// Nothing was decided yet; there is room for so many transactions.
    package init(capacity: Int = 0) {
        prepared.reserve(capacity)
        recorded.reserveCapacity(capacity)
    }

    /// Adds the records of an absent user.
    mutating func add(_ records: [LedgerRecord], of user: UserID) {
        guard !records.isEmpty else { return }
        if absentUser != user { absent.append(.section(.user(user))) }
        absentUser = user
        absent += records
    }

    /// Records a transaction of the current user, given what it is in the records.
    mutating func prepare(
        _ incoming: consuming IncomingTransaction, _ known: consuming Recorded, _ ledger: inout LedgerState,
        now: Timestamp
    ) {
        let answer = ledger.prepare(incoming, known, now: now, into: &prepared)
        note(signed: incoming.transaction.signedTime)
        recorded.append(RecordedReport(incoming: incoming, answer: answer))
    }

    /// Records reported renewals of the current user that came together.
    mutating func prepare(_ renewals: [RenewalReport], _ ledger: inout LedgerState, now: Timestamp) {
        ledger.prepare(renewals: renewals, now: now, into: &prepared)
        for renewal in renewals { note(signed: renewal.signedTime) }
    }

    /// Records the end of a payment.
    mutating func end(_ token: PaymentToken, _ state: PaymentState) { prepared.store(.intentEnded(token, state)) }

    private mutating func note(signed time: Timestamp?) { if let time { signedTime = max(signedTime ?? time, time) } }
}

/// A waiting payment, and why it failed.
package struct FailedPayment: Sendable {
    /// The payment.
    package var token: PaymentToken
    /// Why it failed.
    package var failure: PurchaseFailure
}

/// A transaction that is rejected for the verdict on it.
package struct RejectedTransaction: Sendable {
    /// The transaction, with the payment and the restore that it would have answered.
    let transaction: IncomingTransaction
    /// As the backend reported it, with the verdict.
    let reported: BackendTransaction
}

extension [[BackendEvent]] {
    /// The events that come again if they could not be recorded: verified transactions and renewals.
    ///
    /// Their payments are answered with a failure by then, so they come again as completes.
    var again: [BackendEvent] {
        joined().compactMap { event in
            switch event {
            case .transaction(let reported) where reported.verification == .verified: reported.onceAnswered
            case .renewalInfo(let reported) where reported.verification == .verified: event
            case .subscriptionStatus: event
            default: nil
            }
        }
    }
}

extension [RejectedTransaction] {
    /// The undetermined transactions, as they come again.
    var undetermined: [BackendEvent] {
        compactMap { rejected in
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
