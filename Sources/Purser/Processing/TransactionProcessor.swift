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
    /// The other parts of the store, and the app's configuration.
    package struct Setup: Sendable {
        var queue: PaymentQueue
        var restores: RestoreRunner
        var downloader: ContentDownloader
        /// Receives the events besides transactions, payments and restores.
        var notices: @Sendable ([BackendEvent]) -> Void
        var rejections: RejectedReports
        /// The app's own; `nil` when the platform's verdicts, which the transactions already have, are enough.
        var verifier: BoundedVerifier?
        /// Grants an update; `nil` when the app does not use a handler.
        package var grant: Handler?
        /// The revoke handler; `nil` when the app has none.
        package var revoke: Handler?
        /// Receives a manual purchase that no call waits for.
        package var manual: (@Sendable (StorePurchase) async -> Void)?
        /// How many deliveries run at once.
        package var concurrency: Int
        /// Identifies the store's handlers; see ``HandlerMark``.
        package var store: any AnyObject & Sendable
        /// The caller's failure for a failure of the session.
        package var callerFailure: @Sendable (PurchaseFailure) -> PurchaseFailure = { $0 }
    }

    /// A handler of the app: grants or revokes an update, or throws an error, after which it is retried by policy.
    package typealias Handler = @Sendable (StoreUpdate) async throws -> Void

    enum Command: Sendable {
        /// The call about a transaction has timed out.
        case timedOut(String)
        /// The pause before finishing again is over.
        case finishAgain(PendingFinishes)
    }

    nonisolated let tools: SessionTools
    nonisolated let setup: Setup
    var session: IntakeSession
    /// How many batches were received, in this session and the earlier ones.
    var arrivals: UInt64
    /// The calls that wait until more batches are processed, and whether no more are; a cancelled one waits, too.
    private var sleepers: [UnsafeContinuation<Void, Never>] = []
    var isOver = false
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
    /// What others than its own functions ask for.
    nonisolated let commands = Mailbox<Command>()
    /// What waits for the worker that finishes, and whether that one waits for reports.
    var unfinished: [PendingFinishes] = []
    var isIdle = false
    private(set) var isClosed = false
    nonisolated let scheduled: ScheduledRetries

    /// Makes a processor; nothing runs yet.
    ///
    /// - Parameters:
    ///   - session: whose reports it decides.
    ///   - generator: the source of the pauses' jitter.
    package init(
        _ tools: SessionTools, _ setup: Setup, session: IntakeSession,
        generator: any RandomNumberGenerator & Sendable
    ) {
        (self.tools, self.setup, self.session) = (tools, setup, session)
        arrivals = session.firstArrival - 1
        intakeRetries = IntakeRetries(tools.policies)
        deliveries = DeliveryState(limit: setup.concurrency)
        self.generator = generator
        scheduled = ScheduledRetries(timer: tools.timer)
    }

    /// The executor of the ledger.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { tools.ledger.unownedExecutor }

    var ledger: TransactionLedger { tools.ledger }
    var inbox: Mailbox<[BackendEvent]> { tools.inbox }
    var clock: any StoreClock { tools.clock }

    // MARK: Work

    /// Works until the inbox is released and `close()` is called; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.processCommands() }
            group.addTask { await self.beginFinishing() }
            group.addTask { [scheduled] in await scheduled.run() }
            await processReports()
        }
    }

    /// Returns once so many batches have been processed, in this session and the earlier ones, or no more are.
    package func processed(upTo arrival: UInt64) async {
        while arrivals < arrival, !isOver { await withUnsafeContinuation { sleepers.append($0) } }
    }

    /// More batches were processed, or it is over.
    func progressed() {
        guard !sleepers.isEmpty else { return }
        let woken = sleepers
        sleepers = []
        for sleeper in woken { sleeper.resume() }
    }

    private func processCommands() async {
        while let batch = await commands.next() {
            for command in batch {
                switch command {
                case .timedOut(let id): deliveries.timedOut(id)
                case .finishAgain(let due): finishSoon(due)
                }
            }
            beginDeliveries()
        }
        isClosed = true
    }

    /// Accepts no more deliveries and finishes; running ones are cancelled, and continue at the next launch.
    package nonisolated func close() {
        commands.close()
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
            tools.lifecycle.note(transaction)
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
        setup.rejections.add(turn.rejections)
        // The platform repeats its own verification; it reports such a transaction again.
        if setup.verifier != nil { verifyMuchLater(turn.rejected.undetermined) }
        for ending in turn.endings { tools.lifecycle.noteChange(of: ending.productID) }
        if let failure = turn.failure {
            ledger.journal.change { $0.intake.undo(turn, arrival: session.firstArrival) }
            postLater(reported.again, .ledger, after: failure)
            overtaken.keptBack(reported.joined().lazy.compactMap(\.transaction?.transaction))
            let answer = PurchaseFailure(
                wrapping: failure, as: .ledgerUnavailable,
                "The purchase is paid for but could not be recorded. It stays unfinished and is reported again.")
            carryOut(turn.stepsDue(after: answer, hash: ledger.hash))
        } else {
            intakeRetries.succeeded(.ledger)
            let room = max(0, MemoryLimits.undecidedTransactions - waiting.count)
            if !turn.waiting.isEmpty { waiting += turn.waiting.prefix(room) }
            let due = turn.stepsDue(hash: ledger.hash)
            setup.rejections.add(due.rejections)
            if due.answers.isEmpty { tools.lifecycle.note(recorded: turn.recorded) }
            carryOut(due, turn.recorded)
        }
        if !turn.others.isEmpty { setup.notices(turn.others) }
    }

    /// - Parameter recorded: the transactions that answer payers.
    private func carryOut(_ due: consuming StepsDue, _ recorded: [RecordedReport] = []) {
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
        if !due.answers.isEmpty { setup.queue.answer(due.answers, recorded: recorded) }
        if !due.restores.isEmpty { setup.restores.answer(due.restores) }
        if !due.deliveries.isEmpty { begin(due.deliveries) }
        if !due.finishes.isEmpty { finishSoon(due.finishes) }
    }
}
