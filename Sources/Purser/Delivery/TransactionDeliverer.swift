/// Hands over what was bought: content installed, then granted by the app, each step recorded before the next (F2); and
/// has the app take back what it has granted (F8).
///
/// Owns the deliveries under way. Promises: a step that was recorded is not repeated; deliveries begin in the order of
/// the updates, and one that fails stops nobody else, nor does one that hangs for longer than its handler's limit (F9): it
/// goes on without a place among those that run, and its payer is answered; what keeps failing is set aside (F6); a manual
/// transaction goes to the app's handler, when nobody waits for it (F3); when a step cannot be recorded, its payer is
/// answered so at once, and the delivery goes on without them (C1, L2). Never touches the backend.
package actor TransactionDeliverer {
    /// What the app has set up for deliveries.
    package struct Setup: Sendable {
        /// Grants an update; `nil` when the app does not use a handler.
        package var grant: Handler?
        /// Takes back what was granted; `nil` when the app does not use such a handler.
        package var revoke: Handler?
        /// Takes a manual purchase that nobody waits for.
        package var manual: (@Sendable (StorePurchase) async -> Void)?
        /// How many deliveries run at once.
        package var concurrency: Int
        /// When a handler is called again, and a step that could not be recorded is recorded again.
        package var policies: RetryPolicies
        /// How long the handlers may take.
        package var limits: CallLimits
        /// What the store's handlers are known by; see ``HandlerMark``.
        package var store: any AnyObject & Sendable
    }

    /// A handler of the app: grants what an update reports, or takes it back, or throws why it could not, which is tried
    /// again by policy.
    package typealias Handler = @Sendable (StoreUpdate) async throws -> Void

    private enum Command: Sendable {
        case jobs([DeliveryJob])
        case inHand([StoreUpdate])
        case handOverAgain
        case ended(String)
        case leftBehind(String)
        case waits(String, PaymentToken, Bool)
    }

    private nonisolated let commands = Mailbox<Command>()
    nonisolated let setup: Setup
    let downloader: ContentDownloader
    let lifecycle: ProductLifecycle
    let ledger: TransactionLedger
    let queue: PaymentQueue
    private let finisher: TransactionFinisher
    let retrier: Retrier
    private let outward: OutwardCalls
    private let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    var state: DeliveryState

    /// A deliverer; nothing runs yet.
    ///
    /// - Parameters:
    ///   - outward: runs the deliveries.
    ///   - makePurchase: makes what the app is handed of an update, and whether the app has to finish it.
    package init(
        setup: Setup, downloader: ContentDownloader, lifecycle: ProductLifecycle, ledger: TransactionLedger,
        queue: PaymentQueue, finisher: TransactionFinisher, retrier: Retrier, outward: OutwardCalls,
        makePurchase: @escaping @Sendable (StoreUpdate, Bool) -> StorePurchase
    ) {
        self.setup = setup
        self.downloader = downloader
        self.lifecycle = lifecycle
        self.ledger = ledger
        self.queue = queue
        self.finisher = finisher
        self.retrier = retrier
        self.outward = outward
        self.makePurchase = makePurchase
        state = DeliveryState(limit: setup.concurrency)
    }

    /// The executor of the ledger: what follows a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { ledger.unownedExecutor }

    /// Lets manual purchases that are still not finished go to the app's handler once more.
    package nonisolated func handOverAgain() { commands.post(.handOverAgain) }

    /// Notes manual purchases that their payers are given, so that they do not go to the app's handler too.
    package nonisolated func note(inHand updates: [StoreUpdate]) {
        if setup.manual != nil, !updates.isEmpty { commands.post(.inHand(updates)) }
    }

    /// Queues deliveries: of transactions whose next step is content, grant or revoke, and of manual ones that nobody waits
    /// for.
    package nonisolated func take(_ jobs: [DeliveryJob]) {
        if !jobs.isEmpty { commands.post(.jobs(jobs)) }
    }

    /// Takes no more; deliveries under way are cancelled, and go on at the next launch.
    package nonisolated func close() { commands.close() }

    /// Works until `close()`; part of the store's task tree.
    package func run() async {
        while let batch = await commands.next() {
            for command in batch {
                switch command {
                case .jobs(let jobs): state.arrived(jobs)
                case .inHand(let updates):
                    for update in updates { state.noteInHand(update.transaction.ledgerID, by: update.sequence) }
                case .handOverAgain: state.handOverAgain()
                case .ended(let id): state.ended(id)
                case .leftBehind(let id): state.leftBehind(id)
                case .waits(let id, let payment, true): state.waits(id, for: payment)
                case .waits(let id, let payment, false): state.waited(id, for: payment)
                }
            }
            for job in state.begin() { outward.start { await self.deliver(job, $0) } }
            await answerForsaken()
        }
    }

    private func deliver(_ job: DeliveryJob, _ worker: OutwardWorker) async {
        defer { commands.post(.ended(job.id)) }
        // Read again: while this one waited in the queue, an earlier job may have done the work.
        guard var transaction = await ledger.beginning(job.id) else { return }
        var failure: (any Error)?
        do {
            try await handOver(&transaction, worker)
        } catch  where isClosing {
            return  // It goes on from here at the next launch; the queue answers its payer that the store has closed.
        } catch {
            await setAside(&transaction, because: error)
            switch transaction.life.state {
            case .setAside: failure = error
            // The store took it back meanwhile, so that nothing is left to be handed over.
            case .awaitsFinish, .done: break
            // Not even that could be recorded: the payer has been answered, and the next launch tries everything again.
            case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp: return
            }
        }
        await conclude(transaction, after: failure, worker)
    }

    /// Whether the store is being closed, which cancels the deliveries under way.
    nonisolated var isClosing: Bool { commands.isClosed || Task.isCancelled }

    private func conclude(
        _ transaction: LedgerTransaction, after failure: (any Error)?, _ worker: OutwardWorker
    ) async {
        let id = transaction.transaction.ledgerID
        let payer = state.takePayer(of: id)
        let isInHand = transaction.life.next != .awaitApp || setup.manual == nil || !state.handOver(transaction.update)
        if let payer {
            var answers = PaymentAnswers()
            answers.payments = [(payer.token, transaction.answer(after: failure))]
            await queue.answer(answers)
        } else if !isInHand {
            let purchase = makePurchase(transaction.update, true)
            await call(within: setup.limits.manualPurchase, .manualPurchase, id, worker) {
                await setup.manual?(purchase)
            }
        }
        finisher.take(transaction)
    }

    /// Calls a handler of the app for a transaction, and lets others go first when it takes too long.
    func call<Failure: Error>(
        within limit: Duration, _ kind: HandlerMark.Kind, _ id: String, _ worker: OutwardWorker,
        _ handler: () async throws(Failure) -> Void
    ) async throws(Failure) {
        try await worker.call(kind.callName, within: limit, overdue: leaveBehind(id)) { () async throws(Failure) in
            try await HandlerMark.mark(kind, of: setup.store) { [commands] in
                commands.post(.waits(id, $0, $1))
            } running: { () async throws(Failure) in
                try await handler()
            }
        }
    }

    /// What is done when a call for a transaction is overdue.
    nonisolated func leaveBehind(_ id: String) -> @Sendable () -> Void {
        { [commands] in commands.post(.leftBehind(id)) }
    }

    /// Answers those for whom it has become pointless to wait.
    private func answerForsaken() async {
        let forsaken = state.takeForsaken()
        guard !forsaken.isEmpty else { return }
        var answers = PaymentAnswers()
        answers.payments = forsaken.map { ($0.payer.token, .failed($0.failure)) }
        await queue.answer(answers)
    }
}
