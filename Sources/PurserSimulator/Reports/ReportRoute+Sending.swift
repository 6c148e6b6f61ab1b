import Purser

// The delivery of events to the inbox: immediately, or through the outbox.
extension ReportRoute {
    /// Whether there are changes to report that follow no call.
    func hasChanges(_ account: SimulatedAccountState) -> Bool { isActive && isOnline && account.journal.hasChanges }

    /// The next arrival time; without the network nothing arrives.
    var nextArrival: Duration? { isOnline ? outbox.nextDue : nil }

    /// Puts all batches that have arrived into the inbox.
    mutating func flush(_ account: SimulatedAccountState) {
        guard isActive, isOnline else { return }
        while let parcel = outbox.takeDue(now: clock.now()) {
            let leavesOut = parcel.isDuplicate && !parcel.reportsFinished
            put(leavesOut ? parcel.events.filter(account.book.transactions.isUnfinished) : parcel.events, account)
        }
    }

    /// Sends the events of one answer to the store; unreported renewals are sent before it in parts, and renewal infos
    /// after it.
    mutating func send(_ answer: [BackendEvent], answersCall: Bool, _ account: inout SimulatedAccountState) {
        if !account.journal.touched.isEmpty { changes.advance() }
        guard isActive else { return missed(answer) }
        let events = isOnline ? account.journal.withChanges(answer, limit: Self.batchLimit) : answer
        guard !events.isEmpty else { return }
        guard faults.isCalm else { return sendByPlan(events, answersCall: answersCall, account) }
        if canPutNow, answersInsideCalls || !answersCall { return put(events, account) }
        outbox.add(events, due: clock.now())
        changes.advance()
    }

    /// Releases held batches; with a seed, the answers to payments are shuffled.
    mutating func release(shuffledBy seed: UInt64?, _ account: SimulatedAccountState) {
        if let seed {
            var generator = SplitMix64(seed: seed)
            outbox.shuffleAnswers(using: &generator)
        }
        outbox.isHeld = false
        changes.advance()
        flush(account)
    }

    private var canPutNow: Bool { outbox.isEmpty && !outbox.isHeld && isOnline }

    private mutating func put(_ events: [BackendEvent], _ account: SimulatedAccountState) {
        if !inbox.put(signer.signed(events, by: account.catalog.settings)) { missed(events) }
    }

    private mutating func sendByPlan(
        _ events: [BackendEvent], answersCall: Bool, _ account: SimulatedAccountState
    ) {
        let now = clock.now()
        let earliest = faults.outageEnd(at: now) ?? now
        // The parts of one answer keep their order, even if the whole answer may overtake others.
        var lastDue = Duration.zero
        for batch in faults.batches(of: events) where !batch.events.isEmpty {
            let isInside = batch.delay == nil && (answersInsideCalls || !answersCall)
            if isInside, earliest == now, canPutNow {
                put(batch.events, account)
                continue
            }
            var due = max(earliest, now + (batch.delay ?? .zero))
            if let end = faults.outageEnd(at: due) { due = end }
            if !batch.isDuplicate { due = max(due, lastDue) }
            let arrival = outbox.add(
                batch.events, due: due, keepsOrder: batch.keepsOrder, isDuplicate: batch.isDuplicate,
                reportsFinished: batch.reportsFinished)
            if !batch.isDuplicate { lastDue = arrival }
        }
        changes.advance()
    }
}

extension AccountTransactions {
    /// Whether an event reports no transaction, or one that is still unfinished.
    fileprivate func isUnfinished(_ event: BackendEvent) -> Bool {
        guard case .transaction(let reported) = event, let index = place(of: reported.transaction.id) else {
            return true
        }
        return !isFinished(index)
    }
}
