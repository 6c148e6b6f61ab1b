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
    private let verifier: BoundedVerifier?
    let retries: RoutingRetries
    private let filter: AccountFilter?
    var held = HeldRestores()
    private var arrivals = FirstArrivals()
    var overtaken = OvertakenTransactions()

    /// A router; nothing runs yet.
    ///
    /// - Parameters:
    ///   - verifier: the app's own; `nil` when the platform's verdicts are to be trusted.
    ///   - filter: which transactions are the present user's; `nil` where users are not told apart.
    package init(
        inbox: Mailbox<[BackendEvent]>, partners: Partners, verifier: BoundedVerifier?,
        retries: RoutingRetries, filter: AccountFilter? = nil
    ) {
        self.inbox = inbox
        self.partners = partners
        self.verifier = verifier
        self.retries = retries
        self.filter = filter
    }

    /// The executor of the ledger: what follows a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { partners.ledger.unownedExecutor }

    /// Works until the inbox is released; part of the store's task tree.
    package func run() async {
        if let filter { await takeBackMoved(filter) }
        while let batches = await inbox.next() {
            if partners.queue.notesArrivals { arrivals.note(batches) }
            var portions = BatchPortions(batches, limit: partners.ledger.usefulBatch)
            while let some = portions.next() {
                for part in some.partedAtRevocations { await process(part) }
                await heard(isCaughtUp: some.last?.isCaughtUp == true)
                // Lets the others on this executor run: what they finish meanwhile needs no more memory.
                if !portions.isEmpty { await Task.yield() }
            }
        }
        retries.close()
    }

    /// A caller whose answer comes after ``BackendEvent/caughtUp`` finds that what is owned is known.
    private func heard(isCaughtUp: Bool) async {
        guard let time = partners.heard(isCaughtUp) else { return }
        // What cannot be recorded is reported by the ledger, and recorded some other day.
        try? await partners.ledger.record(heard: time)
    }

    private func process(_ batches: [[BackendEvent]]) async {
        let entered = Entrance.admit(batches)
        partners.refusals.add(entered.refused)
        let judged = await withRevokedTransactions(ownOnes(of: entered.batches))
        let routed = await partners.queue.route(judged, unnamed: await unnamedAnswers(in: judged))
        await record(routed)
        for ended in routed.endings { partners.lifecycle.ended(ended.ending) }
        partners.notices.post(contentsOf: routed.others)
    }

    /// When the transactions came, by their identifiers, that may answer a payment without naming it (M2).
    private func unnamedAnswers(in batches: [[BackendEvent]]) async -> [String: UnnamedAnswer] {
        var answers: [String: UnnamedAnswer] = [:]
        var reported: [StoreTransaction] = []
        for batch in batches {
            for index in batch.indices where batch[index].answersUnnamed {
                guard let transaction = batch[index].transaction?.transaction else { continue }
                answers[transaction.id] = UnnamedAnswer(batch: arrivals[transaction.id] ?? 0)
                reported.append(transaction)
            }
        }
        guard !answers.isEmpty else { return [:] }
        for (id, number) in await partners.ledger.sequences(of: reported) { answers[id]?.update = number }
        return answers
    }

    /// Replaces an event about products that were taken back by the transactions that still give one of them.
    private func withRevokedTransactions(_ batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard case .entitlementsRevoked(let products) = batches.first?.first else { return batches }
        return [await partners.ledger.revoked(products)]
    }

    // MARK: Whose they are

    /// The events that concern the present user, with a verdict on each transaction.
    private func ownOnes(of batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard let filter else { return held.holdBackEnds(in: await verify(batches)) }
        let (told, moves) = await contested(batches, by: filter)
        let judged = await verify(filter.withoutForeign(told, moving: moves))
        let settled = await settled(judged, moves, by: filter)
        return held.holdBackEnds(in: await claimed(settled, by: filter))
    }

    /// The same, once whoever is present has claimed what names nobody.
    private func claimed(_ batches: [[BackendEvent]], by filter: AccountFilter) async -> [[BackendEvent]] {
        let unclaimed = filter.unclaimed(in: batches)
        guard !unclaimed.isEmpty else { return batches }
        do {
            let claimed = try await filter.claim(unclaimed, in: batches)
            held.judged(unclaimed)
            return claimed
        } catch {
            guard retries.retryLater(unclaimed.map { .transaction($0) }, .ledger, after: error, into: inbox) else {
                held.judged(unclaimed)
                let failure = PurchaseFailure(ledger: error)
                return filter.refuse(BackendError(failure.code, failure.message, underlying: error), batches)
            }
            heldBack(unclaimed)
            let later = Set(unclaimed.map(\.transaction.id))
            return batches.map { $0.filter { $0.transaction.map { !later.contains($0.transaction.id) } ?? true } }
        }
    }

    /// These come again, and others may come before them.
    func heldBack(_ transactions: [BackendTransaction]) {
        held.heldBack(transactions)
        overtaken.keptBack(transactions.lazy.map(\.transaction))
    }

    // MARK: Verifying

    /// Puts a verdict on all transactions; those that cannot be verified now are left out, and come through the inbox again.
    private func verify(_ batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard let verifier else { return batches }
        let batches = verifier.withoutAway(batches)
        let transactions = batches.joined().compactMap(\.transaction).filter(\.canBeJudged)
        guard !transactions.isEmpty else { return batches }
        guard let verdicts = await verdicts(on: transactions, by: verifier) else {
            heldBack(transactions)
            return batches.map { $0.filter { $0.transaction?.canBeJudged != true } }
        }
        let (decided, undecided) = verdicts.parted(transactions)
        held.judged(decided)
        guard !undecided.isEmpty else {
            retries.succeeded(.verification)
            return verdicts.put(on: batches, keepsUndecided: false)
        }
        if !undecided.allSatisfy(held.holds) { retries.startAnew(.verification) }
        let isLater = retries.retryLater(
            undecided.map { .transaction($0) }, .verification, after: verdicts.error ?? UndecidedVerdict(), into: inbox)
        if isLater { heldBack(undecided) } else { held.judged(undecided) }
        return verdicts.put(on: batches, keepsUndecided: !isLater)
    }

    /// - Returns: `nil` when the verifier takes too long, or the store closes: the transactions come again.
    private func verdicts(on transactions: [BackendTransaction], by verifier: BoundedVerifier) async -> Verdicts? {
        switch await verifier.verify(transactions, again: inbox) {
        case .verdicts(let verdicts): return Verdicts(verdicts, of: transactions.count)
        case .failed(let error): return Verdicts(undecided: error, of: transactions.count)
        case .overdue:
            partners.queue.leaveBehind(transactions.compactMap(\.answeredPayment))
            return nil
        case .closed: return nil
        }
    }

    // MARK: Recording

    func record(_ batch: RoutedBatch) async {
        var batch = batch
        overtaken.bringUpToDate(&batch.transactions)
        let plan = RecordingPlan(batch, hash: partners.ledger.hash)
        partners.refusals.add(plan.refusals)
        // The platform's own judgement is asked for by the platform; it tells such a transaction again by itself.
        if verifier != nil {
            retries.retryMuchLater(plan.undecided, into: inbox)
            overtaken.keptBack(plan.undecided.compactMap(\.transaction?.transaction))
        }
        do {
            let answer =
                plan.isEmpty
                ? []
                : try await partners.ledger.record(
                    reported: plan.transactions, endings: plan.noted, renewals: plan.renewals)
            retries.succeeded(.ledger)
            partners.lifecycle.recorded(answer)
            if let filter, filter.hasOpenPayments { await filter.ended(plan.endings(answer)) }
            let conclusion = plan.conclusion(answer)
            partners.refusals.add(conclusion.rejections)
            await conclude(conclusion)
        } catch {
            let failure = PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable,
                "The purchase is paid for but could not be recorded. It stays unfinished and comes again.")
            retries.retryLater(plan.events, .ledger, after: error, into: inbox)
            overtaken.keptBack(plan.transactions.lazy.map(\.transaction))
            await conclude(plan.failure(failure))
        }
    }

    private func conclude(_ conclusion: Conclusion) async {
        // Before the payers are answered: what they ask for then must not go to the app's handler as well.
        partners.deliverer.note(inHand: conclusion.handedOver)
        if !conclusion.answers.isEmpty { await partners.queue.answer(conclusion.answers) }
        partners.deliverer.take(conclusion.deliveries)
        partners.finisher.take(conclusion.finishes)
    }
}

extension BackendEvent {
    /// The transaction, if the event reports one.
    package var transaction: BackendTransaction? {
        guard case .transaction(let transaction) = self else { return nil }
        return transaction
    }
}

extension BackendTransaction {
    /// The payment that it says it answers.
    fileprivate var answeredPayment: PaymentToken? {
        if case .payment(let token) = origin { token } else { nil }
    }
}
