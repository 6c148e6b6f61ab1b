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

    /// Decides about batches, in their order.
    ///
    /// - Parameters:
    ///   - ledger: the current user's.
    ///   - absent: the records of the other users, which change at once; `nil` when all users share one state.
    package mutating func route(
        _ batches: [[BackendEvent]], in session: IntakeSession, ledger: borrowing LedgerState,
        beside absent: inout StoreRecords?
    ) -> DecidedBatch {
        var routed = DecidedBatch()
        routed.transactions.reserveCapacity(batches.reduce(0) { $0 + $1.count })
        if session.isCaughtUp, book.payments.hasPending {
            // Before that, what was approved in time may still be reported.
            let lapsed = book.expirePending(at: ledger.trustedDate)
            routed.ended = lapsed.map { EndedPayment($0, .answered) }
        }
        var arrival = session.firstArrival
        for events in batches {
            route(events, arrival, in: session, ledger, &absent, into: &routed)
            arrival += 1
            // Only decisions about renewals depend on which reports came together.
            if !routed.renewals.isEmpty {
                let end = DeliveryEnd(transactions: routed.transactions.count, renewals: routed.renewals.count)
                routed.deliveries.append(end)
            }
        }
        counted(arrival)
        if session.user != nil, absent == nil {
            routed.failure = PurchaseFailure(.ledgerUnavailable, "The records of all users cannot be read.")
        }
        // A transaction that comes together with the end of its payment, or right after it, takes precedence (M5).
        if !routed.endings.isEmpty {
            let answered = Set(routed.transactions.compactMap(\.answers))
            for index in routed.endings.indices {
                if routed.endings[index].token.map(answered.contains) == true { routed.endings[index].token = nil }
            }
        }
        return routed
    }

    private mutating func route(
        _ events: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ ledger: borrowing LedgerState,
        _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        let start = batch.transactions.count
        let isLookedUp = mayDecide(in: session)
        events.forEachInPlace(beside: ledger) { index, event, ledger in
            if isLookedUp, index % TransactionIndex.portion == 0 { ledger.transactions.readAhead(events, from: index) }
            route(event, arrival, in: session, ledger, &absent, into: &batch)
        }
        // They nearly always are, since a batch mostly has events of one kind.
        for index in batch.transactions.indices.dropFirst(start + 1)
        where batch.transactions[index].phase < batch.transactions[index - 1].phase {
            return batch.sortPhases(from: start)
        }
    }

    private mutating func route(
        _ event: borrowing BackendEvent, _ arrival: UInt64, in session: IntakeSession, _ ledger: borrowing LedgerState,
        _ absent: inout StoreRecords?, into batch: inout DecidedBatch
    ) {
        switch event {
        case .transaction(let reported): route(reported, arrival, in: session, ledger, &absent, into: &batch)
        case .paymentEnded(let ending): route(ending, arrival, in: session, into: &batch)
        case .restoreEnded(let id, let error): batch.restoreEndings.append(RestoreEnding(id: id, error: copy error))
        case .renewalInfo(let reported):
            guard session.concerns(reported.renewalInfo) else { return }
            if reported.verification == .verified {
                batch.renewals.append(.info(reported.renewalInfo))
            } else {
                batch.rejectedRenewals.append(copy reported)
            }
        case .subscriptionStatus(let status):
            guard session.concerns(status, ledger, beside: absent, after: batch) else { return }
            batch.renewals.append(.status(copy status))
        case .storefrontChanged, .promotedPurchase, .message: batch.others.append(copy event)
        // The processor has replaced the one by its transactions, and handles the other itself.
        case .entitlementsRevoked, .caughtUp: break
        }
    }

    mutating func counted(_ arrival: UInt64) { arrivalCount = max(arrivalCount, arrival) }

    // MARK: Endings

    private mutating func route(
        _ ending: PaymentEnding, _ arrival: UInt64, in session: IntakeSession, into batch: inout DecidedBatch
    ) {
        let token = payment(of: ending, session)
        let row = token.flatMap { book.payments[$0] }
        var answer = ending
        answer.token = row.map(session.isPayer) == true ? token : nil
        batch.endings.append(answer)
        guard let token, row != nil else { return }
        let state = PaymentState(ending.result)
        let isNew = book.ended(token, as: state, arrival: arrival)
        batch.ended.append(EndedPayment(token, state, isRecorded: isNew))
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
    /// absent users are read again.
    package mutating func undo(_ batch: DecidedBatch, arrival: UInt64) {
        for row in batch.before.reversed() {
            book.putBack(row)
            // Its call has been answered, also when the transaction is another user's.
            if row.state.isAwaited { book.ended(row.token, as: .unknown, arrival: arrival) }
        }
        for transaction in batch.transactions { note(arrival: arrival, of: transaction.transaction) }
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
    fileprivate func concerns(
        _ status: StoreSubscriptionStatus, _ ledger: borrowing LedgerState, beside absent: StoreRecords?,
        after batch: borrowing DecidedBatch
    ) -> Bool {
        guard user != nil, ledger.transactions[status.transactionID] == nil,
            absent?.containsUser(where: { $0.transactions[status.transactionID] != nil }) == true
        else { return true }
        return batch.transactions.contains {
            $0.transaction.id == status.transactionID && !$0.marks.contains(.movedAway)
        }
    }
}
