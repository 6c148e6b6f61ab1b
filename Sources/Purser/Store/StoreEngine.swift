/// The parts of an open store and how they hang together.
package struct StoreEngine: Sendable {
    let backend: any StoreBackend
    let clock: any StoreClock
    let timer: RetryTimer
    let retrier: Retrier
    let policies: RetryPolicies
    let ledger: TransactionLedger
    let queue: PaymentQueue
    let finisher: TransactionFinisher
    let deliverer: TransactionDeliverer
    let retries: RoutingRetries
    let router: TransactionRouter
    let promotions: PromotionDesk
    let catalog: ProductCatalog
    let refresher: ReceiptRefresher
    let downloader: ContentDownloader
    let lifecycle: ProductLifecycle
    let readiness = Readiness()
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    /// What the backend said besides transactions, payments and restores.
    private let notices = Mailbox<BackendEvent>()
    private let stopped = Bell()
    private let productIDs: [String]

    /// Puts the parts together; nothing runs yet.
    ///
    /// - Throws: what the ledger's storage throws.
    init(_ configuration: PurchaseStore.Configuration, inbox: Mailbox<[BackendEvent]>) async throws {
        var generator = configuration.generator
        let launch = generator.next()
        backend = configuration.backend
        clock = configuration.clock
        policies = configuration.retries
        timer = RetryTimer(clock: clock, connectivity: configuration.connectivity)
        retrier = Retrier(timer: timer, generator: generator)
        let downloader = ContentDownloader(
            contents: configuration.contents, retrier: retrier, policy: policies.download, clock: clock)
        let duties = DeliveryDuties(grants: configuration.grant != nil) { downloader.request(for: $0) != nil }
        ledger = try await TransactionLedger.open(
            storage: configuration.storage ?? configuration.ledger.makeStorage(), clock: clock, duties: duties,
            matchesByProduct: !backend.capabilities.echoesPaymentTokens, keptUpdates: configuration.keptUpdates)
        (catalog, lifecycle) = Self.catalog(configuration, retrier, ledger)
        queue = PaymentQueue(
            backend: backend, ledger: ledger, retrier: retrier, policies: policies, clock: clock, launch: launch,
            lifecycle: lifecycle, readiness: readiness)
        finisher = TransactionFinisher(
            backend: backend, ledger: ledger, lifecycle: lifecycle, timer: timer, policy: policies.finish,
            readiness: readiness, generator: generator)
        let makePurchase = Self.purchaseMaker(ledger, finisher)
        deliverer = TransactionDeliverer(
            setup: .init(
                grant: configuration.grant, manual: configuration.manualPurchases,
                concurrency: configuration.concurrentDeliveries, grantPolicy: policies.grant,
                ledgerPolicy: policies.ledger),
            downloader: downloader, lifecycle: lifecycle, ledger: ledger, queue: queue, finisher: finisher,
            retrier: retrier, makePurchase: makePurchase)
        retries = RoutingRetries(timer: timer, policies: policies, generator: generator)
        promotions = PromotionDesk(handler: configuration.promotedPurchases, queue: queue)
        productIDs = configuration.productIDs
        refresher = ReceiptRefresher(backend: backend, retrier: retrier, policy: policies.refresh, clock: clock)
        self.downloader = downloader
        router = TransactionRouter(
            inbox: inbox,
            partners: .init(
                queue: queue, ledger: ledger, deliverer: deliverer, finisher: finisher, lifecycle: lifecycle,
                notices: notices),
            verifier: configuration.verifier, matchesByProduct: !backend.capabilities.echoesPaymentTokens,
            retries: retries, makePurchase: makePurchase)
        self.makePurchase = makePurchase
    }

    /// The catalog tells the life cycle what is sold; for products nobody watched, the life cycle asks it.
    private static func catalog(
        _ configuration: PurchaseStore.Configuration, _ retrier: Retrier, _ ledger: TransactionLedger
    ) -> (ProductCatalog, ProductLifecycle) {
        let told = Lock<ProductCatalog?>(nil)
        let lifecycle = ProductLifecycle { [board = ledger.board, clock = configuration.clock] productID in
            let entitlements = StoreEntitlements(board.snapshot, deviceTime: clock.wallTime())
            if entitlements.contains(productID) { return .owned }
            let isValid = told.withLock { $0 }?.isValid(productID)
            return isValid.map { $0 ? .valid : .invalid } ?? .registered
        }
        let catalog = ProductCatalog(
            backend: configuration.backend, retrier: retrier, policy: configuration.retries.catalog,
            clock: configuration.clock, lifetime: configuration.catalogLifetime
        ) { [weak lifecycle] changes in
            for change in changes { lifecycle?.note(change.productID, change.isValid ? .validated : .rejected) }
        }
        told.withLock { $0 = catalog }
        return (catalog, lifecycle)
    }

    /// All purchases share one way to be finished.
    private static func purchaseMaker(_ ledger: TransactionLedger, _ finisher: TransactionFinisher)
        -> @Sendable (StoreUpdate, Bool) -> StorePurchase
    {
        let finish: @Sendable (String) async throws(PurchaseFailure) -> Void = { id throws(PurchaseFailure) in
            try await Self.finish(id, ledger, finisher)
        }
        return { StorePurchase(update: $0, needsFinish: $1, finisher: finish) }
    }

    static func finish(_ id: String, _ ledger: TransactionLedger, _ finisher: TransactionFinisher)
        async throws(PurchaseFailure)
    {
        guard !finisher.isClosed else { throw .storeClosed() }
        let outcome: LedgerOutcome?
        do {
            outcome = try await ledger.append([.step(id, .finishRequested)]).first
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The wish to finish could not be recorded; call finish again.")
        }
        if case .unknownTransaction = outcome {
            throw PurchaseFailure(
                .unknownTransaction,
                "This store has no such transaction. Finish only what its own purchases and updates brought.",
                transactionID: id)
        }
        guard let transaction = await ledger.transaction(id), transaction.isUnfinished, transaction.mayFinish else {
            return
        }
        finisher.take([id])
    }

    // MARK: The task tree

    /// Everything that runs while the store is open; ends after `stop()`.
    func run() async {
        await downloader.prepare()
        await recover()
        await withDiscardingTaskGroup { group in
            group.addTask { await queue.run() }
            group.addTask { await router.run() }
            if ledger.needsTidying { group.addTask { await ledger.tidyUp() } }
            group.addTask { await deliverer.run() }
            group.addTask { await finisher.run() }
            group.addTask { await retries.run() }
            group.addTask { await promotions.run() }
            group.addTask { await catalog.run() }
            group.addTask { await refresher.run() }
            group.addTask { await downloader.run() }
            group.addTask { await heedNotices() }
            group.addTask { await closeActors() }
            group.addTask { await timer.run() }
            group.addTask { await activate() }
        }
        // Last, so that readers are told all that was recorded.
        ledger.log.close()
        await ledger.close()
    }

    private func activate() async {
        do {
            try await retrier.run(.activation, policy: policies.activation) { _ in
                defer { readiness.attempted() }
                try await backend.activate()
            }
            readiness.settle(.success(()))
            await catalog.prefetch(productIDs)
            await backend.run()
        } catch {
            readiness.settle(
                .failure(
                    PurchaseFailure(
                        wrapping: error, as: error is CancellationError ? .storeClosed : .systemError,
                        "The store could not be reached; close it and open it again.")))
        }
    }

    private func heedNotices() async {
        while let events = await notices.next() {
            for event in events {
                switch event {
                case .promotedPurchase(let purchase): promotions.take(purchase)
                case .storefrontChanged:
                    await catalog.forget()
                    lifecycle.noteAll(.forgotten)
                    await catalog.prefetch(productIDs)
                case .transaction, .paymentEnded, .restoreEnded: break
                }
            }
        }
    }

    /// Closes what can be closed from inside its actor only, once the store stops.
    private func closeActors() async {
        try? await stopped.wait(after: 0)
        await catalog.close()
    }

    /// Whether `stop()` was called.
    var isStopped: Bool { stopped.isClosed }

    /// Throws when the store is closed.
    func checkOpen() throws(PurchaseFailure) {
        if isStopped { throw .storeClosed() }
    }

    /// Goes on with what an earlier run left half done, or what was asked to be driven again.
    func recover() async {
        var deliveries: [DeliveryJob] = []
        var finishes: [String] = []
        for transaction in await ledger.outstanding() {
            if deliverer.needs(transaction, isAwaited: false) {
                deliveries.append(DeliveryJob(transaction: transaction, answers: nil))
            } else if transaction.isUnfinished, transaction.mayFinish {
                finishes.append(transaction.transaction.id)
            }
        }
        deliverer.take(deliveries)
        finisher.take(finishes)
    }

    /// Refuses new work and ends everything that waits.
    func stop() {
        guard !isStopped else { return }
        stopped.close()
        backend.inbox.release()
        notices.close()
        queue.close()
        deliverer.close()
        finisher.close()
        retries.close()
        promotions.close()
        refresher.close()
        downloader.close()
        lifecycle.close()
        timer.close()
        ledger.stopTidyingUp()
        readiness.settle(.failure(.storeClosed()))
    }
}
