import Purser

/// The way of reports to the store that is open on the App Store: what is on its way, what goes wrong with it, and what
/// waits for the next `activate()`.
struct ReportRoute: Sendable {
    /// How many renewals are reported in one batch.
    static let batchLimit = 256
    /// How many batches may wait in the inbox before more renewals are reported.
    static let unreadLimit = 16

    /// Where reports are put.
    let inbox: BackendInbox
    let clock: any StoreClock
    /// Advanced when `run()` has something to do.
    let changes: EventCount
    /// Whether answers are in the inbox before the call returns.
    let answersInsideCalls: Bool

    /// What is on its way.
    var outbox = OutboxState()
    /// What goes wrong.
    var faults: FaultState
    /// Who signs.
    var signer = ReportSigner()
    /// Whether the network is there.
    var isOnline = true
    /// Whether a store is open.
    private(set) var isActive = false
    /// Whether a store was ever opened, or tried to.
    private var wasActivated = false
    /// What is reported at the next `activate()` and belongs to no transaction.
    private var unreported: [BackendEvent] = []
    /// Transactions whose present state was reported to no store: a request to finish them means an older state.
    private var unseen: Set<String> = []
    /// How often in a row the finish of a transaction, which is still unfinished, did not take.
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

    /// A store is about to activate this App Store, which may fail.
    mutating func willActivate() { wasActivated = true }

    /// Reports all that is unfinished as one batch, and all that happens from now on.
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

    /// No store is open any more.
    mutating func deactivate(_ account: inout SimulatedAccountState) {
        isActive = false
        outbox.removeAll()
        account.journal.reportNothing()
    }

    /// Reports all that is unfinished once more, but for what is on its way for the first time.
    mutating func redeliver(_ account: inout SimulatedAccountState) {
        let underWay = outbox.transactionIDs
        account.journal.reportEverything()
        for id in underWay {
            if let place = account.book.transactions.index(of: id) { account.journal.isReported(place) }
        }
        let events = listed(account.unfinished().filter { !$0.isTransaction(in: underWay) })
        send(events, answersCall: true, &account)
    }

    /// The customer is new: nothing of the former one is reported.
    mutating func removeAll() {
        outbox.removeAll()
        (unreported, unseen, lostFinishes) = ([], [], [:])
    }

    /// Another plan decides from now on what goes wrong.
    mutating func setFaults(_ plan: FaultPlan) { faults = FaultState(plan, finished: faults.finished) }

    /// Why a call fails before it does anything, if it does.
    mutating func failure(of call: BackendCall) -> BackendError? {
        guard isOnline else {
            return BackendError(
                .networkError, "The embedded App Store is offline (\(call.rawValue)). Call setOnline(true).",
                retry: .retryable())
        }
        return faults.called(call, at: clock.now())
    }

    /// Rejects a call that needs an open store, unless one is open.
    ///
    /// - Parameters:
    ///   - isActive: whether a store is open on the device that calls.
    ///   - call: what was called, in words.
    func checkActive(
        _ isActive: Bool, _ call: String, _ account: inout SimulatedAccountState
    ) throws(BackendError) {
        guard !isActive else { return }
        if !wasActivated { account.violations.append("\(call) before activate()") }
        throw BackendError(
            .clientInvalid, "The embedded App Store does not listen yet. Call activate() first.", retry: .retryable())
    }

    /// Which of these transactions are finished, and why the others are not.
    ///
    /// One whose newer state is still on its way, or was reported to nobody, stays unfinished without an error.
    mutating func finishable(
        _ requests: [FinishRequest], _ account: SimulatedAccountState
    ) -> (ids: [String], errors: [String: BackendError]) {
        var (ids, errors): ([String], [String: BackendError]) = ([], [:])
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

    /// Reports events now where a store is open, and otherwise at the next `activate()`.
    ///
    /// Transactions are not kept: one that is unfinished is reported then in any case.
    mutating func sendOrKeep(_ events: [BackendEvent], _ account: inout SimulatedAccountState) {
        if isActive { return send(events, answersCall: false, &account) }
        unreported += events.filter { $0.transaction == nil }
    }

    /// Nobody has seen these events.
    mutating func missed(_ events: [BackendEvent]) {
        unseen.formUnion(events.compactMap { $0.transaction?.transaction.id })
    }
}

extension AccountTransactions {
    /// Whether a transaction has the state that was seen by the store that finishes it.
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
