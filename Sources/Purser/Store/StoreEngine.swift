/// One session of a store: makes its parts, connects them, and holds them until it ends.
package final class StoreEngine: Sendable {
    /// Why a session ended.
    package enum Departure: Sendable {
        /// The app closed the store.
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
    let limits: CallLimits
    /// Runs everything that calls the backend or the app's handlers.
    let outward: OutwardCalls
    /// What was asked of the backend by calls that were left behind and still run.
    let unanswered = Lock<Set<String>>([])
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
    /// What is done with contents besides purchases; `nil` when nothing is.
    let contentPolicy: ContentPolicy?
    let lifecycle: ProductLifecycle
    let readiness = BackendReadiness()
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    /// What the backend reported besides transactions, payments and restores.
    let notices: StoreNotices
    /// The store's hold on the backend.
    let lease: BackendLease
    /// What the backend reported and was not taken in.
    let refusals: RefusedReports
    let inbox: Mailbox<[BackendEvent]>
    /// Why the session ended; `nil` while it lasts.
    let departure: Lock<Departure?>
    /// Closed when the session is to end.
    let stopped = EventCount()
    /// Closed when nothing runs any more; its reader cannot be cancelled.
    let ending = Mailbox<Never>()
    let productIDs: [String]
    /// What acquires the products that are free for subscribers.
    let acquirer: ProductAcquirer
    /// The products that the app has brought along, if it has.
    var listed: ListedProducts { acquirer.listed }

    /// Puts the parts together; nothing runs yet.
    ///
    /// - Parameters:
    ///   - readers: where the readers of entitlements keep their snapshots.
    ///   - diagnostics: who is told what an operator wants to know.
    ///   - listed: the products that the app has brought along, if it has.
    /// - Throws: what the ledger's storage throws.
    init(
        _ configuration: PurchaseStore.Configuration, _ account: StoreAccount, _ ledgers: AccountLedgers,
        readers: StripedCache<EntitlementSnapshot>, lease: BackendLease, inbox: Mailbox<[BackendEvent]>,
        diagnostics: DiagnosticFeed, listed: ListedProducts
    ) async throws {
        self.account = account
        refusals = RefusedReports(diagnostics: diagnostics)
        self.lease = lease
        self.inbox = inbox
        let departure = Lock<Departure?>(nil)
        self.departure = departure
        rule = account.userID.map { AccountRule(user: $0) }
        var arrivals: UInt64 = 0
        if account.userID != nil {
            try await ledgers.register.open()
            arrivals = ledgers.register.becomePresent()
        }
        var generator = configuration.generator
        let launch = generator.next()
        backend = configuration.backend
        clock = configuration.clock
        policies = configuration.retries
        limits = configuration.limits
        outward = OutwardCalls(clock: clock, closingLimit: limits.closing) { diagnostics.tell(.callLeftBehind($0)) }
        timer = RetryTimer(clock: clock, connectivity: configuration.connectivity, diagnostics: diagnostics)
        retrier = Retrier(timer: timer, generator: generator)
        let downloader = ContentDownloader(
            contents: configuration.contents, retrier: retrier, policy: policies.download, clock: clock, limits: limits,
            store: lease)
        let duties = DeliveryDuties(
            grants: configuration.grant != nil,
            hasContent: { downloader.request(for: $0) != nil }, finishing: configuration.finishing)
        ledger = try await TransactionLedger.open(
            storage: ledgers.storage(for: account), clock: clock, duties: duties,
            keptUpdates: configuration.ledger.keptUpdates(of: configuration.keptUpdates),
            unreadUpdates: configuration.unreadUpdates, readers: readers,
            policy: configuration.entitlementPolicy, diagnostics: diagnostics)
        // Whoever asks where a content stands as soon as the store is open gets the truth.
        downloader.findInstalled()
        if account != .unnamed, !configuration.consumers.isEmpty { await ledger.register(configuration.consumers) }
        let published = PublishedProducts()
        let paying = PayingProducts()
        let lifecycle = Self.lifecycle(configuration.clock, ledger, published, paying)
        self.lifecycle = lifecycle
        catalog = ProductCatalog(
            backend: backend, retrier: retrier, policy: policies.catalog, clock: clock,
            lifetime: configuration.catalogLifetime, published: published, limits: limits
        ) { changes in
            for change in changes { lifecycle.note(change.productID, change.isValid ? .validated : .rejected) }
        }
        let register =
            account.userID == nil
            ? PaymentRegister(
                open: await ledger.openPayments, answersNamePayments: backend.capabilities.answersNamePayments)
            : ledgers.register
        queue = PaymentQueue(
            backend: backend, inbox: inbox, ledger: ledger, retrier: retrier, policies: policies, clock: clock,
            launch: launch, lifecycle: lifecycle, readiness: readiness, outward: outward, limits: limits, store: lease,
            account: account.userID, equalPaymentLimit: configuration.equalPaymentLimit,
            finishing: configuration.finishing,
            register: register, arrivals: arrivals, paying: paying)
        finisher = TransactionFinisher(
            backend: backend, ledger: ledger, lifecycle: lifecycle, timer: timer, policy: policies.finish,
            readiness: readiness, generator: generator, outward: outward, limits: limits)
        let makePurchase = Self.purchaseMaker(ledger, finisher, departure)
        deliverer = TransactionDeliverer(
            setup: .init(
                grant: configuration.grant, revoke: configuration.revoke, manual: configuration.manualPurchases,
                concurrency: configuration.concurrentDeliveries, policies: policies, limits: limits, store: lease),
            downloader: downloader, lifecycle: lifecycle, ledger: ledger, queue: queue, finisher: finisher,
            retrier: retrier, outward: outward, makePurchase: makePurchase)
        retries = RoutingRetries(timer: timer, policies: policies, generator: generator)
        acquirer = ProductAcquirer(listed, ledger: ledger, clock: clock)
        promotions = PromotionQueue(
            handler: configuration.promotedPurchases, queue: queue, rule: rule, outward: outward,
            limit: limits.promotedPurchase, store: lease,
            acquire: { [acquirer] productID throws(PurchaseFailure) in
                guard acquirer.listed.isForSubscribersOnly(productID) else { return false }
                try await acquirer.acquire(productID)
                return true
            },
            refuse: { [refusals] in refusals.add([$0]) })
        productIDs = configuration.productIDs
        notices = StoreNotices(promotions: promotions) { [catalog, lifecycle, productIDs] in
            await catalog.forget()
            lifecycle.noteAll(.forgotten)
            await catalog.prefetch(productIDs)
        }
        refresher = ReceiptRefresher(
            backend: backend, retrier: retrier, policy: policies.refresh, clock: clock, limits: limits)
        self.downloader = downloader
        contentPolicy = configuration.contents.map(\.policy).flatMap { $0.keepsContents ? $0 : nil }
        router = TransactionRouter(
            inbox: inbox,
            partners: .init(
                queue: queue, ledger: ledger, register: register, deliverer: deliverer, finisher: finisher,
                lifecycle: lifecycle,
                notices: notices.incoming, refusals: refusals,
                heard: { [ledger, clock] isCaughtUp in
                    let now = clock.timestamp()
                    let isForRecord = ledger.entitlements.wasHeard(at: now)
                    if isCaughtUp { ledger.entitlements.become(.known) }
                    return isForRecord ? now : nil
                }),
            verifier: Self.verifier(configuration, outward, lease), retries: retries,
            session: IntakeSession(
                user: account.userID, policy: configuration.accountMoves, firstArrival: arrivals + 1),
            clock: clock)
        self.makePurchase = makePurchase
    }

    /// Where a product stands, whether anybody has watched it or not: by the ledger, the fetched products, and the payments.
    private static func lifecycle(
        _ clock: any StoreClock, _ ledger: TransactionLedger, _ published: PublishedProducts, _ paying: PayingProducts
    ) -> ProductLifecycle {
        ProductLifecycle { [entitlements = ledger.entitlements, pending = ledger.pending] productID in
            let owned = StoreEntitlements(entitlements.snapshot, deviceTime: clock.timestamp())
            return ProductStanding(
                isOwned: owned.contains(productID), isValid: published.isValid(productID),
                isPaying: paying.contains(productID), isPending: pending.withLock { $0[productID] != nil })
        }
    }

    private static func verifier(
        _ configuration: PurchaseStore.Configuration, _ outward: OutwardCalls, _ lease: BackendLease
    ) -> BoundedVerifier? {
        guard !(configuration.verifier is PlatformVerifier) else { return nil }
        return BoundedVerifier(
            configuration.verifier, outward: outward, limit: configuration.limits.verifier, store: lease)
    }

    /// All purchases share one way to be finished.
    private static func purchaseMaker(
        _ ledger: TransactionLedger, _ finisher: TransactionFinisher, _ departure: Lock<Departure?>
    ) -> @Sendable (StoreUpdate, Bool) -> StorePurchase {
        let finish: @Sendable (String) async throws(PurchaseFailure) -> Void = { id throws(PurchaseFailure) in
            do throws(PurchaseFailure) {
                try await Self.finish(id, ledger, finisher)
            } catch {
                throw Self.callerFailure(error, after: departure.withLock { $0 })
            }
        }
        return { StorePurchase(update: $0, needsFinish: $1, finisher: finish) }
    }

    /// Goes on with everything that is recorded and not yet handed over or finished: at the opening, and when the app asks
    /// for it.
    func recover() async {
        var deliveries: [DeliveryJob] = []
        var finishes = PendingFinishes(ledger.hash)
        for transaction in await ledger.outstanding() {
            if transaction.life.isManual { lifecycle.isLeftToApp(transaction) }
            switch transaction.life.next {
            case .install, .grant, .revoke, .awaitApp:
                deliveries.append(DeliveryJob(transaction: transaction, answers: nil))
            case .finish: finishes.append(transaction)
            case .nothing: break
            }
        }
        deliverer.take(deliveries)
        finisher.take(finishes)
    }
}
