/// Processes the backend's reports: they are verified, decided, recorded, delivered to the app and finished, in one
/// order for all of them.
///
/// Owns the reading end of the backend's inbox, the transactions that wait to be verified or decided, the running
/// deliveries, and the transactions to finish. Promises: batches are processed in arrival order, from any source (O3);
/// inside a batch payments come before restores before completes (O2); nothing is answered, delivered or finished
/// before it is recorded, and nothing unverified ever is (F1); callers are answered after every consumer can see their
/// purchase (O5); one invalid, hanging or failing transaction stops no other (F9). It runs on the ledger's executor, so
/// that a batch passes from the inbox to the finishes without a switch to another thread; calls into the backend and
/// the app's handlers run in workers. Never touches contents, products or the storage.
///
/// The asynchronous functions on a purchase's way are inlined, here, in the payment queue and in the ledger: a call of
/// one takes a frame and two looks at the executor, which together are a tenth of a lone purchase.
package actor TransactionProcessor {
    /// The other parts of the store.
    package struct Partners: Sendable {
        var backend: any StoreBackend
        var queue: PaymentQueue
        var restores: RestoreRunner
        var ledger: TransactionLedger
        /// Decides which payment a transaction answers, and its user.
        var journal: Journal
        var downloader: ContentDownloader
        var lifecycle: ProductLifecycle
        var readiness: BackendReadiness
        /// Receives the events besides transactions, payments and restores.
        var notices: @Sendable ([BackendEvent]) -> Void
        var rejections: RejectedReports
        /// The app's own; `nil` when the platform's verdicts, which the transactions already have, are enough.
        var verifier: BoundedVerifier?
        var external: ExternalCalls
        var timer: RetryTimer
        var retrier: Retrier
    }

    /// The app's configuration.
    package struct Setup: Sendable {
        /// Grants an update; `nil` when the app does not use a handler.
        package var grant: Handler?
        /// The revoke handler; `nil` when the app has none.
        package var revoke: Handler?
        /// Receives a manual purchase that no call waits for.
        package var manual: (@Sendable (StorePurchase) async -> Void)?
        /// How many deliveries run at once.
        package var concurrency: Int
        /// When failed steps are retried.
        package var policies: RetryPolicies
        /// How long calls may take.
        package var limits: CallLimits
        /// Identifies the store's handlers; see ``HandlerMark``.
        package var store: any AnyObject & Sendable
        /// The caller's failure for a failure of the session.
        package var callerFailure: @Sendable (PurchaseFailure) -> PurchaseFailure = { $0 }
    }

    /// A handler of the app: grants or revokes an update, or throws an error, after which it is retried by policy.
    package typealias Handler = @Sendable (StoreUpdate) async throws -> Void

    let inbox: Mailbox<[BackendEvent]>
    let partners: Partners
    nonisolated let setup: Setup
    var session: IntakeSession
    /// How many batches were received, in this session and the earlier ones.
    var arrivals: UInt64
    /// When the backend last reported, to the minute.
    var reportTime: Timestamp?
    var held = HeldRestores()
    var overtaken = OvertakenTransactions()
    /// The transactions whose user cannot be decided yet, in the order in which they came.
    var waiting: [BackendTransaction] = []
    var intakeRetries: IntakeRetries
    var deliveries: DeliveryState
    var finishBackoffs = Backoffs<String>()
    /// The transactions that are finished with another one, by which the ledger knows their purchase; beyond a limit
    /// they are reported again at the next launch.
    var renamed: [String: [StoreTransaction]] = [:]
    /// The transactions in timed-out finish calls.
    var overdueFinishes: Set<String> = []
    var generator: any RandomNumberGenerator & Sendable
    /// The transactions whose calls have timed out.
    nonisolated let timeouts = Mailbox<String>()
    nonisolated let finishes = Mailbox<PendingFinishes>()
    nonisolated let scheduled: ScheduledRetries

    /// Makes a processor; nothing runs yet.
    ///
    /// - Parameters:
    ///   - session: its session.
    ///   - generator: the source of the pauses' jitter.
    package init(
        inbox: Mailbox<[BackendEvent]>, partners: Partners, setup: Setup, session: IntakeSession,
        generator: any RandomNumberGenerator & Sendable
    ) {
        (self.inbox, self.partners, self.setup, self.session) = (inbox, partners, setup, session)
        arrivals = session.firstArrival - 1
        intakeRetries = IntakeRetries(setup.policies)
        deliveries = DeliveryState(limit: setup.concurrency)
        self.generator = generator
        scheduled = ScheduledRetries(timer: partners.timer)
    }

    /// The executor of the ledger.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { partners.ledger.unownedExecutor }

    var ledger: TransactionLedger { partners.ledger }
    var clock: any StoreClock { partners.timer.clock }

    // MARK: Work

    /// Works until the inbox is released and `close()` is called; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.processTimeouts() }
            group.addTask { await self.beginFinishing() }
            group.addTask { [scheduled] in await scheduled.run() }
            await processReports()
        }
    }

    /// Accepts no more deliveries and finishes; running ones are cancelled, and continue at the next launch.
    package nonisolated func close() {
        timeouts.close()
        finishes.close()
        scheduled.close()
    }

    /// Continues all recorded transactions that are not delivered or finished: at the opening, and when the app
    /// requests it.
    ///
    /// - Parameter again: whether unfinished manual purchases that were passed to the app are passed to its handler
    ///   once more.
    package func recover(again: Bool = false) async {
        if again { deliveries.deliverAgain() }
        var due = StepsDue(finishes: PendingFinishes(ledger.hash))
        for transaction in await ledger.outstanding() where ledger.counts(transaction.transaction) {
            partners.lifecycle.note(transaction)
            due.add(outstanding: transaction)
        }
        carryOut(due)
    }

    /// The backend runs in this environment: only its transactions are counted and delivered from now on.
    func become(_ environment: StoreEnvironment) async {
        let former = await ledger.environment
        guard environment != former, environment != .unknown else { return }
        await ledger.become(environment)
        if former != .unknown { await recover() }
    }

    // MARK: Recording

    /// Decides about some batches, records what follows, and carries out the steps due.
    ///
    /// - Parameter batches: verified ones.
    func record(_ batches: [[BackendEvent]]) async {
        var reported = batches
        overtaken.bringUpToDate(&reported)
        let turn = await decide(reported)
        partners.rejections.add(turn.rejections)
        // The platform repeats its own verification; it reports such a transaction again.
        if partners.verifier != nil { verifyMuchLater(turn.rejected.undetermined) }
        for ending in turn.endings { partners.lifecycle.noteChange(of: ending.productID) }
        if let failure = turn.failure {
            partners.journal.undo(turn, arrival: session.firstArrival)
            postLater(reported.again, .ledger, after: failure)
            overtaken.keptBack(reported.joined().lazy.compactMap(\.transaction?.transaction))
            let answer = PurchaseFailure(
                wrapping: failure, as: .ledgerUnavailable,
                "The purchase is paid for but could not be recorded. It stays unfinished and is reported again.")
            carryOut(turn.stepsDue(after: answer, hash: ledger.hash))
        } else {
            if !turn.absent.isEmpty { partners.journal.keepUpdates(of: turn.absent) }
            intakeRetries.succeeded(.ledger)
            partners.lifecycle.note(recorded: turn.recorded)
            let room = max(0, MemoryLimits.undecidedTransactions - waiting.count)
            if !turn.waiting.isEmpty { waiting += turn.waiting.prefix(room) }
            let due = turn.stepsDue(hash: ledger.hash)
            partners.rejections.add(due.rejections)
            carryOut(due)
        }
        if !turn.others.isEmpty { partners.notices(turn.others) }
    }

    private func carryOut(_ due: consuming StepsDue) {
        // Before the payers are answered: purchases that they then request must not be passed to the app's handler as
        // well.
        if setup.manual != nil {
            for update in due.delivered {
                deliveries.noteInHand(update.transaction.ledgerID, by: update.sequence)
            }
        }
        for other in due.renamed where renamed.count < MemoryLimits.undecidedTransactions {
            renamed[other.name, default: []].removeAll { $0.id == other.transaction.id }
            renamed[other.name, default: []].append(other.transaction)
        }
        if !due.answers.isEmpty { partners.queue.answer(due.answers) }
        if !due.restores.isEmpty { partners.restores.answer(due.restores) }
        if !due.deliveries.isEmpty { begin(due.deliveries) }
        if !due.finishes.isEmpty { finishes.post(due.finishes) }
    }
}
