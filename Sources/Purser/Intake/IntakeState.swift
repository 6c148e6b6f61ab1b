/// Decides about all reports of a backend: the payment that a transaction answers, its user, the phase in which it is
/// recorded, and the calls that are answered.
///
/// It calls the payment book, which alone decides about payments and owners, and carries out the decisions: for absent
/// users at once. One value for all users of a store's folder, or for the state that they share.
package struct IntakeState: Sendable {
    /// The open payments.
    package var book: PaymentBook
    /// The first arrival of each transaction that named no payment while one was open, or could not be decided.
    private var arrivals = RecentTable<String, UInt64>(limit: MemoryLimits.arrivals)
    /// The number of batches counted, in all sessions.
    private(set) var arrivalCount: UInt64 = 0
    /// The failed transactions that have ended their payments: reported again, they end no other.
    private var failed = RecentTable<String, Void>(limit: MemoryLimits.failedTransactions)

    /// Makes an intake without payments.
    package init(answersNamePayments: Bool) { book = PaymentBook(answersNamePayments: answersNamePayments) }

    // MARK: Batches

    /// Decides about batches and records what follows, report by report, in the order of the batches, and within each in
    /// that of the phases (O2).
    ///
    /// If the turn has failed, nothing is recorded, and it gets what its callers have to be answered.
    package mutating func prepare(
        _ batches: [[BackendEvent]], in session: IntakeSession, _ records: inout StoreRecords, into turn: inout Turn
    ) {
        guard turn.failure == nil else {
            var scratch = records
            return prepareAll(batches, in: session, &scratch, into: &turn)
        }
        prepareAll(batches, in: session, &records, into: &turn)
    }

    private mutating func prepareAll(
        _ batches: [[BackendEvent]], in session: IntakeSession, _ records: inout StoreRecords, into turn: inout Turn
    ) {
        if session.isCaughtUp, book.payments.hasApprovable {
            // Before that, what was approved in time may still be reported.
            for token in book.expirePending(at: records.present.trustedDate) { turn.end(token, .answered) }
        }
        var arrival = session.firstArrival
        for events in batches {
            prepareTransactions(of: events, arrival, in: session, &records, into: &turn)
            prepareOthers(of: events, arrival, in: session, &records, into: &turn)
            arrival += 1
        }
        counted(arrival)
    }

    mutating func counted(_ arrival: UInt64) { arrivalCount = max(arrivalCount, arrival) }

    private mutating func prepareTransactions(
        of events: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ records: inout StoreRecords,
        into turn: inout Turn
    ) {
        // A lone one needs no keys.
        guard events.count > 1, isInOrder(events, in: session) else {
            return prepareByPhases(events, arrival, in: session, &records, into: &turn)
        }
        var keys: [Fingerprint] = []
        events.forEachInPlace { index, event in
            let position = index % TransactionIndex.portion
            if position == 0 { keys = records.present.transactions.keys(of: events, from: index) }
            // `guard case` would copy it.
            switch event {
            case .transaction(let reported):
                prepare(reported, keys[position], arrival, in: session, &records, into: &turn)
            default: break
            }
        }
    }

    /// Decides about a batch's transactions in the order of their phases; what has a payment and answers nobody comes with
    /// the completes.
    private mutating func prepareByPhases(
        _ events: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ records: inout StoreRecords,
        into turn: inout Turn
    ) {
        var (restores, completes): ([Int], [Int]) = ([], [])
        events.forEachInPlace { index, event in
            guard case .transaction(let reported) = event else { return }
            switch phase(of: reported, in: session) {
            case .payment:
                let key = records.present.hash.fingerprint(of: reported.transaction.ledgerID)
                if !prepare(reported, key, arrival, in: session, &records, into: &turn, onlyAnswers: true) {
                    completes.append(index)
                }
            case .restore: restores.append(index)
            case .complete: completes.append(index)
            }
        }
        for index in restores + completes {
            guard case .transaction(let reported) = events[index] else { continue }
            let key = records.present.hash.fingerprint(of: reported.transaction.ledgerID)
            prepare(reported, key, arrival, in: session, &records, into: &turn)
        }
    }

    /// Records the events of a batch besides transactions.
    private mutating func prepareOthers(
        of events: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ records: inout StoreRecords,
        into turn: inout Turn
    ) {
        // Nearly always there are none, and a loop copies each event.
        guard events.containsInPlace(where: { if case .transaction = $0 { false } else { true } }) else { return }
        var renewals: [RenewalReport] = []
        for event in events {
            switch event {
            case .transaction: break
            case .paymentEnded(let ending): prepare(ending, arrival, in: session, into: &turn)
            case .restoreEnded(let id, let error): turn.restoreEndings.append(RestoreEnding(id: id, error: error))
            case .renewalInfo(let reported) where session.concerns(reported.renewalInfo):
                if reported.verification == .verified {
                    renewals.append(.info(reported.renewalInfo))
                } else {
                    turn.rejectedRenewals.append(reported)
                }
            case .subscriptionStatus(let status) where session.concerns(status, records):
                renewals.append(.status(status))
            case .renewalInfo, .subscriptionStatus: break
            case .storefrontChanged, .promotedPurchase, .message: turn.others.append(event)
            // The processor has replaced the one by its transactions, and handles the other itself.
            case .entitlementsRevoked, .caughtUp: break
            }
        }
        turn.prepare(renewals, &records.present, now: session.time)
    }

    /// Whether the transactions of a batch may be recorded in their order, as nearly always.
    private func isInOrder(_ events: [BackendEvent], in session: IntakeSession) -> Bool {
        var hasRestores = false
        var hasCompletes = false
        return !events.containsInPlace { event in
            guard case .transaction(let reported) = event else { return false }
            switch phase(of: reported, in: session) {
            case .payment: return true
            case .restore: hasRestores = true
            case .complete: hasCompletes = true
            }
            return hasRestores && hasCompletes
        }
    }

    /// The phase of a report, as far as it shows; one with a payment may turn out to answer nobody.
    func phase(of reported: borrowing BackendTransaction, in session: IntakeSession) -> StoreUpdate.Phase {
        let token: PaymentToken?
        switch reported.origin {
        case .payment: return .payment
        case .restore: token = reported.restoredToken
        case .other(let named): token = named ?? reported.restoredToken
        case .elsewhere: return .complete
        }
        if awaited(token, session) != nil { return .payment }
        if case .restore(let id) = reported.origin, id == session.activeRestore { return .restore }
        return .complete
    }

    // MARK: Endings

    private mutating func prepare(
        _ ending: PaymentEnding, _ arrival: UInt64, in session: IntakeSession, into turn: inout Turn
    ) {
        let token = payment(of: ending, session)
        let row = token.flatMap { book.payments[$0] }
        var answer = ending
        answer.token = row.map(session.isPayer) == true ? token : nil
        turn.endings.append(answer)
        guard let token, row != nil else { return }
        let state = PaymentState(ending.result)
        if book.ended(token, as: state, arrival: arrival) { turn.end(token, state) }
    }

    /// The payment that has ended; `nil` when none is open, or its end was reported before.
    private mutating func payment(of ending: PaymentEnding, _ session: IntakeSession) -> PaymentToken? {
        if let token = ending.token { return token }
        guard !ending.isLeftover else { return nil }
        if let id = ending.failedTransactionID, !failed.put((), for: id) { return nil }
        return book.payment(
            endedFor: ending.productID, quantity: ending.quantity, account: ending.appAccountToken.map(UserID.init),
            audience: session.audience)
    }

    // MARK: Arrivals

    func firstArrival(of reported: borrowing BackendTransaction, _ arrival: UInt64, isKnown: Bool) -> UInt64 {
        let arrival = isKnown ? 0 : reported.arrival ?? arrival
        return arrivals[reported.transaction.id] ?? arrival
    }

    /// Records the first arrival of a transaction, which must not look new when it is reported again (M1, M2).
    mutating func note(arrival: UInt64, of transaction: StoreTransaction) {
        if arrivals[transaction.id] == nil { arrivals.put(arrival, for: transaction.id) }
        // Its purchase is recorded from now on, and is still to be reported under its own identifier.
        guard transaction.isRefundOfOriginal, arrivals[transaction.originalID] == nil else { return }
        arrivals.put(arrival, for: transaction.originalID)
    }

    /// Decisions could not be recorded: the payments are as before, but no call waits for them any more.
    ///
    /// Payments that have ended stay ended: without a recorded end the outcome is unknown at the next launch. The records of
    /// all users are read again.
    package mutating func undo(_ turn: borrowing Turn, arrival: UInt64) {
        for row in turn.before.reversed() {
            book.putBack(row)
            // Its call has been answered, also when the transaction is another user's.
            if row.state.isAwaited { book.ended(row.token, as: .unknown, arrival: arrival) }
        }
        for recorded in turn.recorded { note(arrival: arrival, of: recorded.incoming.transaction) }
    }
}

extension IntakeSession {
    /// Whether a payment is the current user's, whose callers are here.
    func isPayer(_ row: PaymentRow) -> Bool { user == nil || row.user == user }

    /// Whether a reported renewal belongs to the current user.
    fileprivate func concerns(_ renewal: StoreRenewalInfo) -> Bool {
        guard let user, let named = renewal.appAccountToken.map(UserID.init) else { return true }
        return named == user
    }

    /// Whether a reported status belongs to the current user: one of a transaction that only an absent user has is
    /// reported again when that user is present.
    fileprivate func concerns(_ status: StoreSubscriptionStatus, _ records: borrowing StoreRecords) -> Bool {
        let id = status.transactionID
        if user == nil || records.present.transactions[id]?.progress.steps.contains(.movedAway) == false { return true }
        return !records.containsAbsent { $0.transactions[id] != nil }
    }
}

// The recorded payments and users, when a store opens, and after a failed write.
extension IntakeState {
    /// Adds the records of the storage: the user of each launch's payments, and the payments of all users; of those of
    /// this launch more is known here.
    mutating func adopt(_ payers: [UInt64: UserID], payments: [PaymentRow]) {
        for (launch, user) in payers { book.made(launch, by: user) }
        book.adopt(payments)
    }

    /// A user's session begins, and no call waits any more for the open payments of earlier ones; returns how many
    /// batches were counted in those, from where the batches of this session are counted.
    mutating func becomePresent() -> UInt64 {
        for row in book.payments.all where row.state.isWithBackend {
            book.ended(row.token, as: .unknown, arrival: arrivalCount)
        }
        return arrivalCount
    }
}

/// The user, the time and the policy of a session that decides about reports.
package struct IntakeSession: Sendable {
    /// The current user; `nil` when all users share one state.
    package let user: UserID?
    /// What happens to a transaction that is reported for another user than the one who has it.
    package let policy: AccountMovePolicy
    /// The running restore; the transactions of others count as completes.
    package var activeRestore: RestoreID?
    /// The number of the first arrival of the decisions; each batch is one, counted from 1.
    package var firstArrival: UInt64
    /// Whether the backend has reported all that it had when the session began.
    package var isCaughtUp = false
    /// The monotonic time.
    package var now: Duration
    /// The date of the revocation of purchases that have moved to another user.
    package var time: Timestamp

    /// A session's view at a moment.
    package init(
        user: UserID?, policy: AccountMovePolicy = .move, activeRestore: RestoreID? = nil, firstArrival: UInt64 = 1,
        now: Duration = .zero, time: Timestamp = Timestamp(milliseconds: 0)
    ) {
        (self.user, self.policy, self.activeRestore) = (user, policy, activeRestore)
        (self.firstArrival, self.now, self.time) = (firstArrival, now, time)
    }

    var audience: PaymentBook.Audience { user.map { .user($0) } ?? .everybody }
}
