/// Hands over what was bought: content installed, then granted by the app, each step recorded before the next (F2).
///
/// Owns the deliveries under way. Promises: a step that was recorded is not repeated; deliveries begin in the order of
/// the updates, and one that fails or hangs stops nobody else; what keeps failing is set aside (F6); a manual
/// transaction goes to the app's handler, when nobody waits for it (F3); when a step cannot be recorded, its payer is
/// told so at once, and the delivery goes on without them (C1, L2). Never touches the backend.
package actor TransactionDeliverer {
    /// What the app has set up for deliveries.
    package struct Setup: Sendable {
        /// Grants an update; `nil` when the app does not use a handler.
        package var grant: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Takes a manual purchase that nobody waits for.
        package var manual: (@Sendable (StorePurchase) async -> Void)?
        /// How many deliveries run at once.
        package var concurrency: Int
        /// When a grant is tried again.
        package var grantPolicy: RetryPolicy
        /// When a step that could not be recorded is recorded again.
        package var ledgerPolicy: RetryPolicy
    }

    private enum Command: Sendable {
        case jobs([DeliveryJob])
        case ended(String)
    }

    private nonisolated let commands = Mailbox<Command>()
    private nonisolated let setup: Setup
    /// Manual purchases that the app has in its hands since this launch, or since it asked for them again.
    private nonisolated let handedOver = Lock<Set<String>>([])
    private let downloader: ContentDownloader
    private let lifecycle: ProductLifecycle
    private let ledger: TransactionLedger
    private let queue: PaymentQueue
    private let finisher: TransactionFinisher
    private let retrier: Retrier
    private let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    private var state: DeliveryState

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

    /// Whether a transaction has to come here before its payer is answered and it is finished.
    ///
    /// A manual one that needs nothing else is in the hands of the payer who waits for it, and is noted as that.
    package nonisolated func needs(_ transaction: LedgerTransaction, isAwaited: Bool) -> Bool {
        guard !transaction.steps.contains(.setAside) else { return false }
        if transaction.lacksContent || transaction.lacksGrant { return true }
        guard setup.manual != nil, transaction.isOpen else { return false }
        let id = transaction.transaction.id
        if isAwaited { handedOver.withLock { _ = $0.insert(id) } }
        return !handedOver.withLock { $0.contains(id) }
    }

    /// Lets manual purchases that are still not finished go to the app's handler once more.
    package nonisolated func handOverAgain() { handedOver.withLock { $0 = [] } }

    /// Puts deliveries in line.
    package nonisolated func take(_ jobs: [DeliveryJob]) {
        if !jobs.isEmpty { commands.post(.jobs(jobs)) }
    }

    /// Takes no more; what is under way is given up and goes on at the next launch.
    package nonisolated func close() { commands.close() }

    /// Works until `close()`; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while let batch = await commands.next() {
                for command in batch {
                    switch command {
                    case .jobs(let jobs): state.arrived(jobs)
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
        // Read again: while this one waited in line, an earlier job may have done the work.
        guard var transaction = await ledger.transaction(job.id) else { return }
        do {
            // Set aside meanwhile: only its payer is left to be told.
            if !transaction.steps.contains(.setAside) {
                try await installContent(&transaction)
                try await grant(&transaction)
            }
        } catch  where isClosing {
            return  // It goes on from here at the next launch; who waited is told that the store was closed.
        } catch {
            await setAside(&transaction, because: error)
            // Where not even that could be recorded, the payer has been told, and the next launch tries everything again.
            guard transaction.steps.contains(.setAside) else { return }
        }
        await conclude(transaction)
    }

    private func installContent(_ transaction: inout LedgerTransaction) async throws {
        let productID = transaction.transaction.productID
        guard transaction.lacksContent, let request = downloader.request(for: productID) else { return }
        lifecycle.note(productID, .downloadBegan)
        do {
            _ = try await downloader.install(request)
        } catch {
            lifecycle.note(productID, .downloadFailed)
            throw error
        }
        lifecycle.note(productID, .downloadSucceeded)
        try await record(.step(transaction.transaction.id, .contentInstalled), &transaction)
    }

    private func grant(_ transaction: inout LedgerTransaction) async throws {
        guard transaction.lacksGrant, let handler = setup.grant else { return }
        let update = transaction.update
        try await retrier.run(.grant, policy: setup.grantPolicy) { _ in
            do {
                try await handler(update)
            } catch is CancellationError where !isClosing {
                // The handler gave up something of its own; nobody has cancelled the delivery.
                throw BackendError(
                    .unknown, "The grant handler threw a CancellationError of its own.", retry: .retryable())
            }
        }
        try await record(.granted(update.transaction.id, ofUpdate: update.sequence), &transaction)
        // Taken back and given again while it was being handed over: what counts is the hand-over after that.
        if transaction.update.sequence > update.sequence { try await grant(&transaction) }
    }

    private func record(_ entry: LedgerEntry, _ transaction: inout LedgerTransaction) async throws {
        let id = transaction.transaction.id
        try await retrier.run(.ledger, policy: setup.ledgerPolicy) { _ in
            do {
                _ = try await ledger.append([entry])
            } catch  where !isClosing {
                await tellPayers(of: id, without: entry, because: error)
                throw error
            }
        }
        state.recorded(id)
        transaction = await ledger.transaction(id) ?? transaction
    }

    /// Answers those who would have to wait until the ledger can be written, which may be never.
    private func tellPayers(of id: String, without entry: LedgerEntry, because error: any Error) async {
        let payers = state.stuck(id)
        guard !payers.isEmpty else { return }
        var answers = PaymentAnswers()
        answers.payments = payers.map { payer in
            let setsAside = payer.transactionID == id && entry.setsAside
            return (payer.token, .failed(.unrecorded(payer, setsAside: setsAside, because: error)))
        }
        await queue.answer(answers)
    }

    private func setAside(_ transaction: inout LedgerTransaction, because error: any Error) async {
        // Fails only when the store closes meanwhile; the delivery is then tried once more at the next launch.
        let entry = LedgerEntry.step(transaction.transaction.id, .setAside(reason: "\(error)"))
        try? await record(entry, &transaction)
    }

    private nonisolated var isClosing: Bool { commands.isClosed || Task.isCancelled }

    private func conclude(_ transaction: LedgerTransaction) async {
        let id = transaction.transaction.id
        if let payer = state.takePayer(of: id) {
            if transaction.isOpen { handedOver.withLock { _ = $0.insert(id) } }
            var answers = PaymentAnswers()
            answers.payments = [(payer.token, transaction.answer)]
            await queue.answer(answers)
        } else if transaction.isOpen, handedOver.withLock({ $0.insert(id).inserted }) {
            await setup.manual?(makePurchase(transaction.update, true))
        }
        finisher.take(transaction)
    }
}

extension LedgerTransaction {
    /// Whether the app still has to say that it is done with it.
    package var isOpen: Bool {
        isUnfinished && finishing == .manual && !isTakenBack && !steps.contains(.finishRequested)
            && !steps.contains(.setAside)
    }
}

extension LedgerEntry {
    fileprivate var setsAside: Bool {
        if case .step(_, .setAside) = self { true } else { false }
    }
}

extension PurchaseFailure {
    /// What a payer is told when the next step of their purchase cannot be recorded.
    fileprivate static func unrecorded(
        _ payer: DeliveryPayer, setsAside: Bool, because error: any Error
    ) -> PurchaseFailure {
        let next =
            setsAside
            ? "It could not be handed over, and is in the dead letters as soon as the ledger can be written: release "
                + "it there once the cause is mended."
            : "Handing it over goes on by itself as soon as the ledger can be written, at the latest at the next "
                + "launch, and arrives in the updates. Do not buy it again."
        return PurchaseFailure(
            .ledgerUnavailable, "The purchase is paid for and recorded. \(next)", productID: payer.productID,
            transactionID: payer.transactionID, underlying: error)
    }
}
