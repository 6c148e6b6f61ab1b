import Purser

/// The route of reports to the App Store's open store: batches on their way, faults, and reports that wait for the next
/// `activate()`.
struct ReportRoute: Sendable {
    /// The maximum number of renewals in one batch.
    static let batchLimit = 256
    /// The number of batches in the inbox above which no further renewals are reported.
    static let unreadLimit = 16

    /// The inbox for reports.
    let inbox: BackendInbox
    let clock: any StoreClock
    /// Advances when `run()` has work.
    let changes: EventCount
    /// Whether answers are in the inbox before the call returns.
    let answersInsideCalls: Bool

    /// The batches on their way.
    var outbox = OutboxState()
    /// The faults.
    var faults: FaultState
    /// The signer of reports.
    var signer = ReportSigner()
    /// Whether the network is available.
    var isOnline = true
    /// Whether a store is open.
    private(set) var isActive = false
    /// Whether a store was ever activated, or an activation was tried.
    private var wasActivated = false
    /// The events to report at the next `activate()` that belong to no transaction.
    private var unreported: [BackendEvent] = []
    /// Transactions whose current state was reported to no store: a request to finish them refers to an older state.
    private var unseen: Set<String> = []
    /// The number of consecutive finishes without effect, by unfinished transaction.
    var lostFinishes: [String: Int] = [:]

    init(
        inbox: BackendInbox, clock: any StoreClock, changes: EventCount, faults: FaultPlan, answersInsideCalls: Bool
    ) {
        self.inbox = inbox
        self.clock = clock
        self.changes = changes
        self.faults = FaultState(faults)
        self.answersInsideCalls = answersInsideCalls
    }

    /// Records an activation, which may fail.
    mutating func willActivate() { wasActivated = true }

    /// Reports all unfinished transactions as one batch, and all later changes.
    mutating func activate(_ account: inout SimulatedAccountState) {
        isActive = true
        account.journal.reportEverything()
        account.journal.messages.forget()
        var events = unfinishedNow(&account) + account.journal.takeRenewals(Self.batchLimit) + unreported
        if account.journal.unreportedRenewals.isEmpty { events += account.journal.takeSubscriptionChanges() }
        (unreported, unseen) = ([], [])
        inbox.put(signer.signed(events, by: account.catalog.settings))
        changes.advance()
    }

    /// Stops reporting.
    mutating func deactivate(_ account: inout SimulatedAccountState) {
        isActive = false
        outbox.removeAll()
        account.journal.reportNothing()
    }

    /// Reports all unfinished transactions again, except those on their way for the first time.
    mutating func redeliver(_ account: inout SimulatedAccountState) {
        let underWay = outbox.transactionIDs
        account.journal.reportEverything()
        for id in underWay {
            if let place = account.book.transactions.index(of: id) { account.journal.isReported(place) }
        }
        let events = listed(account.unfinished().filter { !$0.isTransaction(in: underWay) })
        send(events, answersCall: true, &account)
    }

    /// Removes all reports of the former customer.
    mutating func removeAll() {
        outbox.removeAll()
        (unreported, unseen, lostFinishes) = ([], [], [:])
    }

    /// Sets the fault plan from now on.
    mutating func setFaults(_ plan: FaultPlan) { faults = FaultState(plan, finished: faults.finished) }

    /// The failure of a call before it has any effect; `nil` if it succeeds.
    mutating func failure(of call: BackendCall) -> BackendFailure? {
        guard isOnline else {
            return BackendFailure(
                .networkError, "The embedded App Store is offline (\(call.rawValue)). Call setOnline(true).",
                retry: .retryable())
        }
        return faults.called(call, at: clock.now())
    }

    /// Rejects a call without an open store.
    ///
    /// - Parameters:
    ///   - isActive: whether a store is open on the calling device.
    ///   - call: the name of the call for the message.
    func checkActive(
        _ isActive: Bool, _ call: String, _ account: inout SimulatedAccountState
    ) throws(BackendFailure) {
        guard !isActive else { return }
        if !wasActivated { account.violations.append("\(call) before activate()") }
        throw BackendFailure(
            .clientInvalid, "The embedded App Store is not active yet. Call activate() first.", retry: .retryable())
    }

    /// Returns the transactions that can be finished, and the errors of the others.
    ///
    /// A transaction whose newer state is still on its way, or was not reported, stays unfinished without an error.
    mutating func finishable(
        _ requests: [FinishRequest], _ account: SimulatedAccountState
    ) -> (ids: [String], errors: [String: BackendFailure]) {
        var (ids, errors): ([String], [String: BackendFailure]) = ([], [:])
        let unseen = outbox.transactionIDs.union(unseen)
        for request in requests {
            let id = FaultState.ownID(request.transactionID)
            if !faults.isCalm, let error = faults.finishing() {
                errors[request.transactionID] = error
            } else if !unseen.contains(request.transactionID),
                account.book.transactions.isUnchanged(id, since: request),
                faults.isCalm || !losesFinish(id, account)
            {
                ids.append(id)
            }
        }
        return (ids, errors)
    }

    /// Reports events now if a store is open, otherwise at the next `activate()`.
    ///
    /// Transactions are not stored for this: an unfinished one is reported then in any case.
    mutating func sendOrKeep(_ events: [BackendEvent], _ account: inout SimulatedAccountState) {
        if isActive { return send(events, answersCall: false, &account) }
        unreported += events.filter { $0.transaction == nil }
    }

    /// Records that these events were not reported.
    mutating func missed(_ events: [BackendEvent]) {
        unseen.formUnion(events.compactMap { $0.transaction?.transaction.id })
    }
}

extension AccountTransactions {
    /// Whether a transaction still has the state that the finishing store has received.
    fileprivate func isUnchanged(_ id: String, since request: FinishRequest) -> Bool {
        guard let index = index(of: id) else { return true }
        return request.covers(self[index].transaction)
    }
}

extension BackendEvent {
    /// Whether it reports one of these transactions.
    fileprivate func isTransaction(in ids: Set<String>) -> Bool {
        guard !ids.isEmpty, case .transaction(let reported) = self else { return false }
        return ids.contains(reported.transaction.id)
    }
}
