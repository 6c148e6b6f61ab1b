/// The only way into the store: takes the backend's events, in batches, has them recorded in the ledger, and passes them on
/// to those who wait for them.
///
/// Owns the reading end of the backend's inbox. Promises: batches are taken in arrival order, whatever their source
/// (O3); inside a batch payments come before restores before completes (O2); nothing is answered, granted or finished
/// before it is recorded, and nothing unverified ever is (F1); callers are answered after every reader can see what
/// they bought (O5); one bad transaction stops nobody else. Never calls the backend; never runs the app's handlers.
package actor TransactionRouter {
    /// The parts of the store that the router speaks to.
    package struct Partners: Sendable {
        var queue: PaymentQueue
        var ledger: TransactionLedger
        /// Decides which payment a transaction answers, and whose it is.
        var register: PaymentRegister
        var deliverer: TransactionDeliverer
        var finisher: TransactionFinisher
        var lifecycle: ProductLifecycle
        /// Where events go that are not about money.
        var notices: Mailbox<BackendEvent>
        /// What is not taken in.
        var refusals: RefusedReports
        /// Called when batches were taken in, with whether the backend is caught up: see ``BackendEvent/caughtUp``.
        ///
        /// It answers with the time if that is to be recorded.
        var heard: @Sendable (_ isCaughtUp: Bool) -> Timestamp? = { _ in nil }
    }

    let inbox: Mailbox<[BackendEvent]>
    let partners: Partners
    /// `nil` when the platform's own verification, which the transactions carry already, is enough.
    let verifier: BoundedVerifier?
    let retries: RoutingRetries
    var session: IntakeSession
    let clock: any StoreClock
    var held = HeldRestores()
    var overtaken = OvertakenTransactions()
    /// The transactions of which it cannot be decided yet whose they are, in the order in which they came.
    var waiting: [BackendTransaction] = []
    /// How many batches were taken in, in this session and those before it.
    private var arrivals: UInt64

    /// So many transactions wait at most for a decision; others stay with the backend.
    static let waitingLimit = 1_000

    /// A router; nothing runs yet.
    ///
    /// - Parameters:
    ///   - verifier: the app's own; `nil` when the platform's verdicts are to be trusted.
    ///   - session: whose session it is.
    package init(
        inbox: Mailbox<[BackendEvent]>, partners: Partners, verifier: BoundedVerifier?, retries: RoutingRetries,
        session: IntakeSession, clock: any StoreClock
    ) {
        self.inbox = inbox
        self.partners = partners
        self.verifier = verifier
        self.retries = retries
        self.session = session
        arrivals = session.firstArrival - 1
        self.clock = clock
    }

    /// The executor of the ledger: what follows a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { partners.ledger.unownedExecutor }

    /// Works until the inbox is released; part of the store's task tree.
    package func run() async {
        await endPayments()
        await takeMail()
        while let batches = await inbox.next() {
            var portions = BatchPortions(batches, limit: partners.ledger.usefulBatch)
            while let some = portions.next() {
                for part in some.partedAtRevocations {
                    await process(part.batches, arrival: arrivals + UInt64(part.place) + 1)
                }
                arrivals += UInt64(some.count)
                if !waiting.isEmpty { await decideAgain() }
                await heard(isCaughtUp: some.last?.isCaughtUp == true)
                // Lets the others on this executor run: what they finish meanwhile needs no more memory.
                if !portions.isEmpty { await Task.yield() }
            }
        }
        retries.close()
    }

    /// Ends the payments of earlier sessions of which nothing can come any more.
    private func endPayments() async {
        let user = session.user
        let ended = await deciding { state, ledger in
            let expired = state.book.expirePending(at: ledger.trustedDate)
            guard let user else { return expired }
            return state.book.endUnrecorded(of: user, recorded: Set(ledger.intents.keys)) + expired
        }
        partners.register.ended(ended)
    }

    /// A caller whose answer comes after ``BackendEvent/caughtUp`` finds that what is owned is known.
    private func heard(isCaughtUp: Bool) async {
        guard let time = partners.heard(isCaughtUp) else { return }
        // What cannot be recorded is reported by the ledger, and recorded some other day.
        try? await partners.ledger.record(heard: time)
    }

    private func process(_ batches: [[BackendEvent]], arrival: UInt64) async {
        let entered = Entrance.admit(batches)
        partners.refusals.add(entered.refused)
        session.firstArrival = arrival
        let verified = held.holdBackEnds(in: await verify(await concerning(entered.batches)))
        let reported = await withRevokedTransactions(verified)
        let routed = await route(reported)
        let (endings, others) = (routed.endings, routed.others)
        await record(routed, reported: reported)
        for ended in endings { partners.lifecycle.ended(ended.ending) }
        partners.notices.post(contentsOf: others)
    }

    /// Replaces an event about products that were taken back by the transactions that still give one of them.
    private func withRevokedTransactions(_ batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard case .entitlementsRevoked(let products) = batches.first?.first else { return batches }
        return [await partners.ledger.revoked(products)]
    }

    // MARK: Deciding

    /// The present moment, as the payment book has to know it.
    private func present(_ batches: [[BackendEvent]]) async -> IntakeSession {
        if batches.contains(where: { $0.contains(where: \.isRestored) }) {
            session.activeRestore = await partners.queue.activeRestore
        }
        (session.now, session.time) = (clock.now(), clock.timestamp())
        return session
    }

    private func route(_ batches: [[BackendEvent]]) async -> RoutedBatch {
        let session = await present(batches)
        return await deciding { $0.route(batches, in: session, ledger: $1) }
    }

    private func deciding<Decision: Sendable>(
        _ decide: @Sendable (inout IntakeState, borrowing LedgerState) -> Decision
    ) async -> Decision {
        let register = partners.register
        let asked: @Sendable (borrowing LedgerState) -> Decision = { ledger in
            register.withState { decide(&$0, ledger) }
        }
        if let decision = partners.ledger.decidingAtOnce(asked) { return decision }
        return await partners.ledger.deciding(asked)
    }

    /// The events without the transactions that another user has, and about which nothing changed: only what may be recorded
    /// here is verified.
    private func concerning(_ batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard verifier != nil else { return batches }
        let session = await present([])
        return await deciding { state, ledger in
            // By index, because a closure must not capture the borrowed ledger.
            var concerning = batches
            for place in batches.indices {
                concerning[place] = state.concerning(
                    batches[place], session.firstArrival + UInt64(place), in: session, ledger)
            }
            return concerning
        }
    }

    /// Decides once more about what waits, now that something else was reported, or a payment took too long.
    private func decideAgain() async {
        let again = waiting
        waiting = []
        session.firstArrival = arrivals
        let events = [again.map { BackendEvent.transaction($0) }]
        await record(await route(events), reported: events)
    }

    /// Records what was reported while the present user was absent, and revokes what has moved to another user meanwhile.
    private func takeMail() async {
        guard let user = session.user else { return }
        let session = await present([])
        let (mail, batch) = await deciding { (state: inout IntakeState, ledger: borrowing LedgerState) in
            (state.mail(for: user), state.routeMail(in: session, ledger: ledger))
        }
        guard !mail.isEmpty else { return }
        // What cannot be recorded now is recorded in the next session.
        guard await record(batch, reported: []) else { return }
        await partners.register.taken(mail.map(\.id), of: user)
    }

    // MARK: Recording

    /// - Returns: whether it was recorded.
    @discardableResult
    func record(_ batch: consuming RoutedBatch, reported: [[BackendEvent]]) async -> Bool {
        let ledger = partners.ledger
        overtaken.bringUpToDate(&batch.transactions)
        partners.refusals.add(batch.refusals)
        // The platform's own judgement is asked for by the platform; it tells such a transaction again by itself.
        if verifier != nil {
            retries.retryMuchLater(batch.undecided, into: inbox)
            overtaken.keptBack(batch.undecided.compactMap(\.transaction?.transaction))
        }
        do {
            // Not even asked where there is nothing to store: it runs on another executor.
            if !batch.records.isEmpty { try await partners.register.store(batch) }
            let noted = batch.noted
            let isEmpty = batch.transactions.isEmpty && noted.isEmpty && batch.renewals.isEmpty
            let answer =
                isEmpty
                ? []
                : try await ledger.record(
                    reported: batch.transactions, endings: noted, renewals: batch.renewals,
                    deliveries: batch.deliveries)
            retries.succeeded(.ledger)
            if let user = session.user, !batch.taken.isEmpty { await partners.register.taken(batch.taken, of: user) }
            partners.lifecycle.recorded(answer)
            waiting += batch.waiting.prefix(max(0, Self.waitingLimit - waiting.count))
            let conclusion = batch.conclusion(answer, hash: ledger.hash)
            partners.refusals.add(conclusion.rejections)
            await conclude(conclusion)
            return true
        } catch {
            partners.register.withState { $0.undo(batch, arrival: session.firstArrival) }
            let failure = PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable,
                "The purchase is paid for but could not be recorded. It stays unfinished and comes again.")
            retries.retryLater(batch.events(of: reported), .ledger, after: error, into: inbox)
            overtaken.keptBack(batch.transactions.lazy.map(\.transaction))
            await conclude(batch.failure(failure, hash: ledger.hash))
            return false
        }
    }

    private func conclude(_ conclusion: consuming Conclusion) async {
        conclusion.answers.namesPayments =
            partners.queue.mayHoldEquals && partners.register.withState { $0.book.answersNamePayments == true }
        // Before the payers are answered: what they ask for then must not go to the app's handler as well.
        partners.deliverer.note(inHand: conclusion.handedOver)
        if !conclusion.answers.isEmpty { await partners.queue.answer(conclusion.answers) }
        partners.deliverer.take(conclusion.deliveries)
        partners.finisher.take(conclusion.finishes)
    }
}

extension IntakeState {
    /// The events of a batch that concern the present user, each transaction with the arrival that reported it first.
    fileprivate func concerning(
        _ batch: [BackendEvent], _ arrival: UInt64, in session: IntakeSession, _ ledger: borrowing LedgerState
    ) -> [BackendEvent] {
        batch.compactMap { event in
            guard var reported = event.transaction else { return event }
            guard session.user == nil || concerns(reported, arrival, in: session, ledger) else { return nil }
            reported.arrival = reported.arrival ?? arrival
            return .transaction(reported)
        }
    }
}

extension BackendEvent {
    /// Whether it is a transaction of a restore.
    fileprivate var isRestored: Bool {
        if case .transaction(let reported) = self, case .restore = reported.origin { true } else { false }
    }

    /// The transaction, if the event reports one.
    package var transaction: BackendTransaction? {
        guard case .transaction(let transaction) = self else { return nil }
        return transaction
    }
}
