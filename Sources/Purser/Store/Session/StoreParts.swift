/// What belongs to the store and to no user: made once, and used by one session after the other.
///
/// A switch of users ends none of it: products that were fetched stay known, and requests and downloads continue.
struct StoreParts: Sendable {
    let configuration: PurchaseStore.Configuration
    /// The store's hold on the backend, which also identifies its handlers.
    let lease: BackendLease
    private let bought = Lock<[JustBought]>([])
    /// The environment in which the backend runs, once it is known.
    let environment = Lock(StoreEnvironment.unknown)
    let journal: Journal
    private let secret: KeyedHash
    let diagnostics: DiagnosticFeed
    let snapshots = StripedCache<EntitlementSnapshot>()
    let listed: ListedProducts
    let promotions: PromotionQueue
    private let timer: RetryTimer
    let retrier: Retrier
    let publishing: BlockingWorker
    let catalog: ProductCatalog
    let refresher: ReceiptRefresher
    let downloader: ContentDownloader
    private let generator: Lock<any RandomNumberGenerator & Sendable>
    private let lifecycle = Lock<ProductLifecycle?>(nil)
    /// The storefront of the fetched products, as far as the backend has reported one.
    private let storefront = Lock<StoreStorefront?>(nil)

    init(
        _ configuration: PurchaseStore.Configuration, lease: BackendLease, journal: Journal, secret: KeyedHash,
        diagnostics: DiagnosticFeed, promotions: PromotionQueue
    ) {
        self.configuration = configuration
        generator = Lock(configuration.generator)
        (self.lease, self.journal, self.secret) = (lease, journal, secret)
        (self.diagnostics, self.promotions) = (diagnostics, promotions)
        let (backend, clock) = (configuration.backend, configuration.clock)
        let (policies, limits) = (configuration.retries, configuration.limits)
        listed = ListedProducts(configuration.productList)
        timer = RetryTimer(clock: clock, connectivity: configuration.connectivity, diagnostics: diagnostics)
        var generator = configuration.generator
        // The first number is in the tokens of payments.
        _ = generator.next()
        retrier = Retrier(timer: timer, generator: generator)
        publishing = configuration.publish == nil ? .inline : BlockingWorker(label: "purser.publish")
        catalog = ProductCatalog(
            backend: backend, retrier: retrier, policy: policies.catalog, clock: clock,
            lifetime: configuration.catalogLifetime, limits: limits
        ) { [lifecycle] changes in
            guard let present = lifecycle.withLock({ $0 }) else { return }
            for change in changes { present.noteChange(of: change.productID) }
        }
        refresher = ReceiptRefresher(
            backend: backend, retrier: retrier, policy: policies.refresh, clock: clock, limits: limits)
        downloader = ContentDownloader(
            contents: configuration.contents, retrier: retrier, policy: policies.download, clock: clock, limits: limits,
            store: lease)
        // The state of a content is then correct as soon as the store is open.
        downloader.findInstalled()
    }

    /// The ledger of an account's session, for `.unnamed` in a journal of its own, with the configured consumers; throws the
    /// error of the ledger's storage.
    func ledger(of account: StoreAccount) async throws -> TransactionLedger {
        let journal =
            account == .unnamed ? Journal(storage: MemoryLedgerStorage(secret: secret), isShared: true) : journal
        let ledger = try await TransactionLedger.open(
            journal, LedgerKey(account.userID.map(UserID.init)),
            clock: configuration.clock, keptUpdates: configuration.ledger.keptUpdates(of: configuration.keptUpdates),
            unreadUpdates: configuration.unreadUpdates, readers: snapshots, policy: configuration.entitlementPolicy,
            bought: bought, environment: environment.withLock { $0 }, diagnostics: diagnostics)
        if account != .unnamed, !configuration.consumers.isEmpty { await ledger.register(configuration.consumers) }
        return ledger
    }

    /// The app's own verifier; `nil` when the platform's verdicts count.
    func verifier(_ external: ExternalCalls) -> BoundedVerifier? {
        guard !(configuration.verifier is PlatformVerifier) else { return nil }
        return BoundedVerifier(
            configuration.verifier, external: external, limit: configuration.limits.verifier, store: lease)
    }

    /// The random numbers of another session, different from those of the one before: payment tokens must not repeat.
    func nextGenerator() -> any RandomNumberGenerator & Sendable {
        generator.withLock { generator in
            defer { _ = generator.next() }
            return generator
        }
    }

    /// Runs the parts in the store's task tree, until ``stop()`` and the end of the catalog.
    func start(in group: inout DiscardingTaskGroup) {
        group.addTask { await catalog.run() }
        group.addTask { await refresher.run() }
        group.addTask { await downloader.run() }
        if timer.followsNetwork { group.addTask { await timer.run() } }
    }

    /// Rejects new work and ends everything that waits; the catalog can be closed only inside its actor.
    func stop() {
        refresher.close()
        downloader.close()
        timer.close()
    }

    func serve(_ engine: StoreEngine) {
        promotions.report { [rejections = engine.rejections] in rejections.add([$0]) }
        lifecycle.withLock { $0 = engine.lifecycle }
    }

    /// Begins to fetch the app's products, because the backend is ready.
    func prefetch() async { await catalog.prefetch(configuration.productIDs) }

    var knownStorefront: StoreStorefront? { storefront.withLock { $0 } }

    /// The storefront has changed: the products of the earlier one are forgotten.
    func changed(to present: StoreStorefront) async {
        storefront.withLock { $0 = present }
        await catalog.forget()
        lifecycle.withLock { $0 }?.noteChanges()
        await prefetch()
    }

    /// The storefront of a backend that is active again; it may have changed without a report before that.
    func found(_ present: StoreStorefront) async {
        let earlier = storefront.withLock { storefront in
            defer { storefront = present }
            return storefront
        }
        if let earlier, earlier != present { await changed(to: present) }
    }
}
