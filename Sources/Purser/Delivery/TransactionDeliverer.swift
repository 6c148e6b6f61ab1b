/// Hands over what was bought: content installed, then granted by the app, each step recorded before the next (F2).
///
/// Owns the deliveries under way. Promises: a step that was recorded is not repeated; deliveries begin in the order of
/// the updates, and one that fails or hangs stops nobody else; what keeps failing is set aside (F6); a manual
/// transaction goes to the app's handler, when nobody waits for it (F3); when a step cannot be recorded, its payer is
/// answered so at once, and the delivery goes on without them (C1, L2). Never touches the backend.
package actor TransactionDeliverer {
    /// What the app has set up for deliveries.
    package struct Setup: Sendable {
        /// Grants an update; `nil` when the app does not use a handler.
        package var grant: Handler?
        /// Takes a manual purchase that nobody waits for.
        package var manual: (@Sendable (StorePurchase) async -> Void)?
        /// How many deliveries run at once.
        package var concurrency: Int
        /// When a grant is tried again.
        package var grantPolicy: RetryPolicy
        /// When a step that could not be recorded is recorded again.
        package var ledgerPolicy: RetryPolicy
    }

    /// The app's handler: grants what an update reports, or throws why it could not, which is tried again by policy.
    package typealias Handler = @Sendable (StoreUpdate) async throws -> Void

    private enum Command: Sendable {
        case jobs([DeliveryJob])
        case inHand([String])
        case handOverAgain
        case ended(String)
    }

    private nonisolated let commands = Mailbox<Command>()
    nonisolated let setup: Setup
    let downloader: ContentDownloader
    let lifecycle: ProductLifecycle
    let ledger: TransactionLedger
    let queue: PaymentQueue
    private let finisher: TransactionFinisher
    let retrier: Retrier
    private let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    var state: DeliveryState

    /// A deliverer; nothing runs yet.
    ///
    /// - Parameter makePurchase: makes what the app is handed of an update, and whether the app has to finish it.
    package init(
        setup: Setup, downloader: ContentDownloader, lifecycle: ProductLifecycle, ledger: TransactionLedger,
        queue: PaymentQueue, finisher: TransactionFinisher, retrier: Retrier,
        makePurchase: @escaping @Sendable (StoreUpdate, Bool) -> StorePurchase
    ) {
        self.setup = setup
        self.downloader = downloader
        self.lifecycle = lifecycle
        self.ledger = ledger
        self.queue = queue
        self.finisher = finisher
        self.retrier = retrier
        self.makePurchase = makePurchase
        state = DeliveryState(limit: setup.concurrency)
    }

    /// The executor of the ledger: what follows a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { ledger.unownedExecutor }

    /// Lets manual purchases that are still not finished go to the app's handler once more.
    package nonisolated func handOverAgain() { commands.post(.handOverAgain) }

    /// Notes manual purchases that their payers are given, so that they do not go to the app's handler too.
    package nonisolated func note(inHand ids: [String]) {
        if setup.manual != nil, !ids.isEmpty { commands.post(.inHand(ids)) }
    }

    /// Queues deliveries: of transactions whose next step is content or grant, and of manual ones that nobody waits
    /// for.
    package nonisolated func take(_ jobs: [DeliveryJob]) {
        if !jobs.isEmpty { commands.post(.jobs(jobs)) }
    }

    /// Takes no more; deliveries under way are cancelled, and go on at the next launch.
    package nonisolated func close() { commands.close() }

    /// Works until `close()`; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while let batch = await commands.next() {
                for command in batch {
                    switch command {
                    case .jobs(let jobs): state.arrived(jobs)
                    case .inHand(let ids): for id in ids { state.noteInHand(id) }
                    case .handOverAgain: state.handOverAgain()
                    case .ended(let id): state.ended(id)
                    }
                }
                for job in state.begin() { group.addTask { await self.deliver(job) } }
            }
            group.cancelAll()
        }
    }

    private func deliver(_ job: DeliveryJob) async {
        defer { commands.post(.ended(job.id)) }
        // Read again: while this one waited in the queue, an earlier job may have done the work.
        guard var transaction = await ledger.transaction(job.id) else { return }
        do {
            try await handOver(&transaction)
        } catch  where isClosing {
            return  // It goes on from here at the next launch; the queue answers its payer that the store has closed.
        } catch {
            await setAside(&transaction, because: error)
            // Where not even that could be recorded, the payer has been answered, and the next launch tries everything again.
            guard transaction.life.state == .setAside else { return }
        }
        await conclude(transaction)
    }

    /// Whether the store is being closed, which cancels the deliveries under way.
    nonisolated var isClosing: Bool { commands.isClosed || Task.isCancelled }

    private func conclude(_ transaction: LedgerTransaction) async {
        let id = transaction.transaction.id
        let payer = state.takePayer(of: id)
        let isInHand = transaction.life.next != .awaitApp || setup.manual == nil || !state.handOver(id)
        if let payer {
            var answers = PaymentAnswers()
            answers.payments = [(payer.token, transaction.answer)]
            await queue.answer(answers)
        } else if !isInHand {
            await setup.manual?(makePurchase(transaction.update, true))
        }
        finisher.take(transaction)
    }
}
