import Purser

// How events travel to the inbox: at once, or by way of the outbox.
extension EmbeddedAppStore {
    /// Puts everything whose time has come into the inbox.
    func flush() {
        guard isActive, isOnline else { return }
        while let parcel = outbox.takeDue(now: clock.now()) {
            let leavesOut = parcel.isDuplicate && !parcel.tellsFinished
            put(leavesOut ? parcel.events.filter(isUnfinished) : parcel.events)
        }
    }

    /// Puts a batch into the inbox; what nobody hears any more there is told again at the next `activate()`.
    private func put(_ events: [BackendEvent]) {
        if !inbox.put(signed(events)) { missed(events) }
    }

    private func missed(_ events: [BackendEvent]) {
        unheard.formUnion(events.compactMap { $0.transaction?.transaction.id })
    }

    /// Sends the events of one answer to the store.
    ///
    /// Renewals that were not told yet go before them, some at a time, and how lines go on behind them.
    func send(_ answer: [BackendEvent], answersCall: Bool) {
        if !account.journal.touched.isEmpty { changes.advance() }
        guard isActive else { return missed(answer) }
        let events = isOnline ? account.journal.withNews(answer, limit: Self.batchLimit) : answer
        guard !events.isEmpty else { return }
        guard faults.isCalm else { return sendByPlan(events, answersCall: answersCall) }
        if canPutNow, options.answersInsideCalls || !answersCall { return put(events) }
        outbox.add(events, due: clock.now())
        changes.advance()
    }

    /// How many renewals are told in one batch.
    static let batchLimit = 256
    /// How many batches may wait in the inbox before more renewals are told.
    static let unreadLimit = 16

    /// Whether something is to be told that no answer takes along.
    var hasNews: Bool {
        isActive && isOnline && account.journal.hasNews
    }

    /// Waits as long as the plan lets a call take; a cancelled wait ends at once, for the work is done.
    func takeTime() async {
        guard let delay = faults.returnDelay() else { return }
        try? await clock.sleep(until: clock.now() + delay)
    }

    private var canPutNow: Bool { outbox.isEmpty && !outbox.isHeld && isOnline }

    private func sendByPlan(_ events: [BackendEvent], answersCall: Bool) {
        let now = clock.now()
        let earliest = faults.outageEnd(at: now) ?? now
        // The parts of one answer keep their order, even where the answer as a whole may overtake others.
        var lastDue = Duration.zero
        for batch in faults.batches(of: events) where !batch.events.isEmpty {
            let isInside = batch.delay == nil && (options.answersInsideCalls || !answersCall)
            if isInside, earliest == now, canPutNow {
                put(batch.events)
                continue
            }
            var due = max(earliest, now + (batch.delay ?? .zero))
            if let end = faults.outageEnd(at: due) { due = end }
            if !batch.isDuplicate { due = max(due, lastDue) }
            let arrival = outbox.add(
                batch.events, due: due, keepsOrder: batch.keepsOrder, isDuplicate: batch.isDuplicate,
                tellsFinished: batch.tellsFinished)
            if !batch.isDuplicate { lastDue = arrival }
        }
        changes.advance()
    }

    private func isUnfinished(_ event: BackendEvent) -> Bool {
        guard case .transaction(let told) = event, let index = account.book.transactions.place(of: told.transaction.id)
        else {
            return true
        }
        return !account.book.transactions.isFinished(index)
    }
}
