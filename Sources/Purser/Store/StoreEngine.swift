/// One session of a store: its parts and how they hang together.
package final class StoreEngine: Sendable {
    /// Why a session ended.
    package enum Departure: Sendable {
        case closed
        /// The app named another user.
        case switched
    }

    /// Whose session it is.
    package let account: StoreAccount
    let rule: AccountRule?
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
    let promotions: PromotionQueue
    let catalog: ProductCatalog
    let refresher: ReceiptRefresher
    let downloader: ContentDownloader
    let lifecycle: ProductLifecycle
    let readiness = BackendReadiness()
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    /// What the backend said besides transactions, payments and restores.
    private let notices = Mailbox<BackendEvent>()
    private let inbox: Mailbox<[BackendEvent]>
    private let departure: Lock<Departure?>
    private let stopped = EventCount()
    /// Closed when nothing runs any more; its reader cannot be cancelled.
    private let ending = Mailbox<Never>()
    private let productIDs: [String]

    /// Puts the parts together; nothing runs yet.
    ///
    /// - Parameter readers: where the readers of entitlements keep their snapshots.
    /// - Throws: what the ledger's storage throws.
    init(
        _ configuration: PurchaseStore.Configuration, _ account: StoreAccount, _ ledgers: AccountLedgers,
        readers: StripedCache<EntitlementSnapshot>, inbox: Mailbox<[BackendEvent]>
    ) async throws {
        self.account = account
        self.inbox = inbox
        let departure = Lock<Departure?>(nil)
        self.departure = departure
        let filter = try await ledgers.filter(for: account)
        rule = filter?.rule
        var generator = configuration.generator
        let launch = TokenMark.launch(generator.next(), for: account.userID)
        backend = configuration.backend
        clock = configuration.clock
        policies = configuration.retries
        timer = RetryTimer(clock: clock, connectivity: configuration.connectivity)
        retrier = Retrier(timer: timer, generator: generator)
        let downloader = ContentDownloader(
            contents: configuration.contents, retrier: retrier, policy: policies.download, clock: clock)
        let duties = DeliveryDuties(grants: configuration.grant != nil) { downloader.request(for: $0) != nil }
        ledger = try await TransactionLedger.open(
            storage: ledgers.storage(for: account), clock: clock, duties: duties,
            matchesByProduct: !backend.capabilities.echoesPaymentTokens, keptUpdates: configuration.keptUpdates,
            readers: readers)
        (catalog, lifecycle) = Self.catalog(configuration, retrier, ledger)
        queue = PaymentQueue(
            backend: backend, ledger: ledger, retrier: retrier, policies: policies, clock: clock, launch: launch,
            lifecycle: lifecycle, readiness: readiness)
        finisher = TransactionFinisher(
            backend: backend, ledger: ledger, lifecycle: lifecycle, timer: timer, policy: policies.finish,
            readiness: readiness, generator: generator)
        let makePurchase = Self.purchaseMaker(ledger, finisher, departure)
        deliverer = TransactionDeliverer(
            setup: .init(
                grant: configuration.grant, manual: configuration.manualPurchases,
                concurrency: configuration.concurrentDeliveries, grantPolicy: policies.grant,
                ledgerPolicy: policies.ledger),
            downloader: downloader, lifecycle: lifecycle, ledger: ledger, queue: queue, finisher: finisher,
            retrier: retrier, makePurchase: makePurchase)
        retries = RoutingRetries(timer: timer, policies: policies, generator: generator)
        promotions = PromotionQueue(handler: configuration.promotedPurchases, queue: queue, account: account)
        productIDs = configuration.productIDs
        refresher = ReceiptRefresher(backend: backend, retrier: retrier, policy: policies.refresh, clock: clock)
        self.downloader = downloader
        router = TransactionRouter(
            inbox: inbox,
            partners: .init(
                queue: queue, ledger: ledger, deliverer: deliverer, finisher: finisher, lifecycle: lifecycle,
                notices: notices),
            verifier: configuration.verifier, matchesByProduct: !backend.capabilities.echoesPaymentTokens,
            retries: retries, filter: filter)
        self.makePurchase = makePurchase
    }

    /// The catalog tells the life cycle what is sold; for products nobody watched, the life cycle asks it.
    private static func catalog(
        _ configuration: PurchaseStore.Configuration, _ retrier: Retrier, _ ledger: TransactionLedger
    ) -> (ProductCatalog, ProductLifecycle) {
        let told = Lock<ProductCatalog?>(nil)
        let lifecycle = ProductLifecycle {
            [entitlements = ledger.entitlements, clock = configuration.clock] productID in
            let owned = StoreEntitlements(entitlements.snapshot, deviceTime: clock.timestamp())
            if owned.contains(productID) { return .owned }
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
    private static func purchaseMaker(
        _ ledger: TransactionLedger, _ finisher: TransactionFinisher, _ departure: Lock<Departure?>
    ) -> @Sendable (StoreUpdate, Bool) -> StorePurchase {
        let finish: @Sendable (String) async throws(PurchaseFailure) -> Void = { id throws(PurchaseFailure) in
            do throws(PurchaseFailure) {
                try await Self.finish(id, ledger, finisher)
            } catch {
                throw error.seen(after: departure.withLock { $0 })
            }
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
        if let transaction = await ledger.transaction(id) { finisher.take(transaction) }
    }

    // MARK: The task tree

    /// Everything that runs while the session lasts; ends after `stop()`.
    func run() async {
        await downloader.prepare()
        await recover()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.queue.run() }
            group.addTask { await self.router.run() }
            if ledger.needsTidying { group.addTask { await self.ledger.tidyUp() } }
            group.addTask { await self.deliverer.run() }
            group.addTask { await self.finisher.run() }
            group.addTask { await self.retries.run() }
            group.addTask { await self.promotions.run() }
            group.addTask { await self.catalog.run() }
            group.addTask { await self.refresher.run() }
            group.addTask { await self.downloader.run() }
            group.addTask { await self.heedNotices() }
            group.addTask { await self.closeActors() }
            group.addTask { await self.timer.run() }
            if account != .unnamed { group.addTask { await self.activate() } }
            // Handlers, and a backend that watches its platform, end when they are cancelled.
            try? await stopped.wait(after: 0)
            group.cancelAll()
        }
        // Last, so that readers are told all that was recorded.
        ledger.log.close()
        await ledger.close()
        ending.close()
    }

    /// Returns when nothing of it runs any more.
    func ended() async { _ = await ending.next() }

    private func activate() async {
        do {
            try await retrier.run(.activation, policy: policies.activation) { _ in
                defer { self.readiness.attempted() }
                try await self.backend.activate()
            }
            readiness.resolve(.success(()))
            await catalog.prefetch(productIDs)
            await backend.run()
        } catch {
            readiness.resolve(
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

    /// Throws when the session is over.
    func checkOpen() throws(PurchaseFailure) {
        if isStopped { throw told(.storeClosed()) }
    }

    /// Throws when the session is over, or nobody's.
    func checkNamed() throws(PurchaseFailure) {
        try checkOpen()
        if account == .unnamed { throw .accountNotNamed() }
    }

    /// A failure as a caller of this session has to understand it.
    func told(_ failure: PurchaseFailure) -> PurchaseFailure { failure.seen(after: departure.withLock { $0 }) }

    /// An answer as a caller of this session gets it.
    func outcome(_ answer: PaymentAnswer) throws(PurchaseFailure) -> PurchaseOutcome {
        switch answer {
        case .purchased(let update, let needsFinish): return .purchased(makePurchase(update, needsFinish))
        case .pending: return .pending
        case .cancelled: return .cancelled
        case .failed(let failure): throw told(failure)
        }
    }

    /// A result as a caller of this session has to understand it.
    func told<Value>(_ result: Result<Value, PurchaseFailure>) throws(PurchaseFailure) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw told(failure)
        }
    }

    /// Goes on with what an earlier run left half done, or what was asked to be driven again.
    func recover() async {
        var deliveries: [DeliveryJob] = []
        var finishes = PendingFinishes()
        for transaction in await ledger.outstanding() {
            switch transaction.life.next {
            case .install, .grant, .awaitApp:
                deliveries.append(DeliveryJob(transaction: transaction, answers: nil))
            case .finish: finishes.append(transaction)
            case .nothing: break
            }
        }
        deliverer.take(deliveries)
        finisher.take(finishes)
    }

    /// Refuses new work and ends everything that waits.
    func stop(_ reason: Departure = .closed) {
        let isFirst = departure.withLock { departure in
            defer { departure = departure ?? reason }
            return departure == nil
        }
        guard isFirst else { return }
        stopped.close()
        inbox.close()
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
        readiness.resolve(.failure(.storeClosed()))
    }
}

extension PurchaseFailure {
    /// What a call's end means when its session ended in this way.
    fileprivate func seen(after departure: StoreEngine.Departure?) -> PurchaseFailure {
        guard code == .storeClosed, departure == .switched else { return self }
        return PurchaseFailure(
            .accountSwitched,
            "The app switched to another user before this ended. A payment that reached the store goes on, and its "
                + "transaction arrives with the updates of the user who paid, once that user is named again.",
            productID: productID, transactionID: transactionID)
    }

    /// A call that needs a user came before there was one.
    static func accountNotNamed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .accountNotNamed, "Nobody is named yet, so nothing is bought or told. Call switchAccount(to:) first.",
            productID: productID)
    }
}
