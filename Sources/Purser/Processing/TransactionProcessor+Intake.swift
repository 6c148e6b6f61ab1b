// The backend's reports, until they are decided and recorded.
extension TransactionProcessor {
    /// Works until the inbox is released.
    ///
    /// It reads the inbox while the worker that finishes calls the backend; otherwise the worker does, and finishes what
    /// it has read without waking anybody.
    func processReports() async {
        while await inbox.turn(), await processNext() { inbox.passTurn() }
        isOver = true
        progressed()
        scheduled.close()
    }

    /// Processes what the inbox has, in the turn of its reader.
    ///
    /// - Returns: false once the inbox is released.
    func processNext() async -> Bool {
        let batches = inbox.take()
        if batches.isEmpty { return false }
        var parts = BatchParts(batches, limit: ledger.usefulBatch)
        while let part = parts.next() {
            await process(part.batches, arrival: arrivals + 1)
            arrivals += UInt64(part.ended)
            progressed()
            if !waiting.isEmpty { await decideAgain() }
            if let time = noteReported(isCaughtUp: part.batches.last?.isCaughtUp == true) {
                // A failure to record this is reported by the ledger, and the time is recorded another day.
                try? await ledger.record(lastReport: time)
            }
            // Lets other work on this executor run: it frees memory when it ends.
            if !parts.isEmpty { await Task.yield() }
        }
        return true
    }

    @inline(__always)  // With the others a tenth of a lone purchase.
    private func process(_ batches: [[BackendEvent]], arrival: UInt64) async {
        let entered = IntakeValidation.validate(batches)
        setup.rejections.add(entered.rejected)
        session.firstArrival = arrival
        var reported = entered.batches
        if let verifier = setup.verifier { reported = await verify(reported, by: verifier) }
        reported = held.holdBackEnds(in: reported)
        switch reported.first?.first {
        case .entitlementsRevoked(let products): reported = await transactionsRevoked(with: products)
        // What a customer buys now counts, also where the backend has named another environment.
        case .transaction(let answer) where answer.isVerifiedAnswer && !ledger.counts(answer.transaction):
            await become(answer.transaction.environment)
        default: break
        }
        await record(reported)
    }

    /// The transactions that still grant one of the products that the backend has revoked.
    private func transactionsRevoked(with products: [String]) async -> [[BackendEvent]] {
        let (giving, now) = await ledger.giving(Set(products))
        return [
            giving.map {
                let revoked = $0.transaction.revoked(at: now)
                return .transaction(
                    BackendTransaction(revoked, origin: .elsewhere, needsFinish: $0.progress.isUnfinished))
            }
        ]
    }

    /// A caller whose answer comes after ``BackendEvent/caughtUp`` finds the entitlements known.
    ///
    /// - Returns: the time of the report, if it has to be recorded.
    private func noteReported(isCaughtUp: Bool) -> Timestamp? {
        let now = session.time
        let isNew = ReportTimes.isNew(now, after: reportTime)
        if isNew { reportTime = now }
        let isForRecord = isNew && ledger.entitlements.isNewestReport(at: now)
        if isCaughtUp {
            ledger.entitlements.become(.known)
            session.isCaughtUp = true
        }
        return isForRecord ? now : nil
    }

    // MARK: Deciding

    /// The current moment, for the payment book.
    private func present() -> IntakeSession {
        (session.now, session.time) = (clock.now(), clock.timestamp())
        return session
    }

    @inline(__always)  // With the others a tenth of a lone purchase.
    func decide(_ batches: [[BackendEvent]]) async -> Turn {
        if batches.contains(where: { $0.contains(where: \.isRestored) }) {
            session.activeRestore = setup.restores.activeID
        }
        let session = present()
        let count = batches.count == 1 ? batches[0].count : batches.reduce(0) { $0 + $1.count }
        return await ledger.record(upTo: count) { $0.prepare(batches, in: session, &$1, into: &$2) }
    }

    /// Decides again about the waiting transactions, after another report, or after a payment timed out.
    private func decideAgain() async {
        let again = waiting
        waiting = []
        session.firstArrival = arrivals
        let events = [again.map { BackendEvent.transaction($0) }]
        await record(events)
    }

    // MARK: Verifying

    /// Sets a verdict on all transactions; those that cannot be verified now are removed, and return through the inbox.
    private func verify(_ batches: [[BackendEvent]], by verifier: BoundedVerifier) async -> [[BackendEvent]] {
        let batches = arriving(verifier.withoutAway(batches))
        let transactions = batches.joined().compactMap(\.transaction).filter(\.canBeVerified)
        guard !transactions.isEmpty else { return batches }
        guard let verdicts = await verdicts(on: transactions, by: verifier) else {
            holdBack(transactions)
            return batches.map { $0.filter { $0.transaction?.canBeVerified != true } }
        }
        let (decided, undetermined) = verdicts.parted(transactions)
        held.processed(decided)
        guard !undetermined.isEmpty else {
            intakeRetries.succeeded(.verification)
            return verdicts.put(on: batches, keepsUndetermined: false)
        }
        if !undetermined.allSatisfy(held.holds) { intakeRetries.startAnew(.verification) }
        let isLater = postLater(
            undetermined.map { .transaction($0) }, .verification, after: verdicts.error ?? UndeterminedVerdict())
        if isLater { holdBack(undetermined) } else { held.processed(undetermined) }
        return verdicts.put(on: batches, keepsUndetermined: !isLater)
    }

    /// The batches, each transaction with the arrival that reported it first.
    private func arriving(_ batches: [[BackendEvent]]) -> [[BackendEvent]] {
        batches.enumerated().map { index, events in
            events.map { event in
                guard case .transaction(var reported) = event else { return event }
                reported.arrival = reported.arrival ?? session.firstArrival + UInt64(index)
                return .transaction(reported)
            }
        }
    }

    /// - Returns: `nil` when the verifier times out, or the store closes: the transactions come again.
    private func verdicts(on transactions: [BackendTransaction], by verifier: BoundedVerifier) async -> Verdicts? {
        switch await verifier.verify(transactions, again: inbox) {
        case .verdicts(let verdicts): return Verdicts(verdicts, of: transactions.count)
        case .failed(let error): return Verdicts(undetermined: error, of: transactions.count)
        case .overdue:
            setup.queue.timeOut(transactions.compactMap(\.answeredPayment))
            return nil
        case .closed: return nil
        }
    }

    /// Holds transactions back: they are processed again, and others may come before them.
    private func holdBack(_ transactions: [BackendTransaction]) {
        held.heldBack(transactions)
        overtaken.keptBack(transactions.lazy.map(\.transaction))
    }

    // MARK: Later

    /// Puts events into the inbox again after a pause by policy.
    ///
    /// - Returns: false when a retry is pointless, or the policy is used up; then the events do not come again.
    @discardableResult
    func postLater(_ events: [BackendEvent], _ stage: RetryStage, after error: any Error) -> Bool {
        guard !events.isEmpty else { return true }
        let flushCount = tools.timer.flushCount
        let decision = intakeRetries.failed(stage, error, now: clock.now(), using: &generator)
        tools.timer.report(decision, stage)
        guard case .wait(let wait) = decision else { return false }
        return scheduled.schedule(after: wait, since: flushCount) { [inbox] in inbox.post(events) }
    }

    /// Puts transactions whose retries are used up into the inbox again, after a long pause or when the network is
    /// back.
    func verifyMuchLater(_ events: [BackendEvent]) {
        guard !events.isEmpty else { return }
        let wait = intakeRetries.longWait(now: clock.now(), using: &generator)
        scheduled.schedule(after: wait, since: tools.timer.flushCount) { [inbox] in inbox.post(events) }
        overtaken.keptBack(events.compactMap(\.transaction?.transaction))
    }
}

extension BackendTransaction {
    fileprivate var isVerifiedAnswer: Bool {
        if case .payment = origin { verification == .verified } else { false }
    }
}

extension BackendEvent {
    fileprivate var isRestored: Bool {
        if case .transaction(let reported) = self, case .restore = reported.origin { true } else { false }
    }

    /// The transaction, if the event reports one.
    package var transaction: BackendTransaction? {
        guard case .transaction(let transaction) = self else { return nil }
        return transaction
    }
}
