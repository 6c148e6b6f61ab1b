/// The shared values of a session's parts: the app's configuration, the user, and the tools for waits, retries and
/// external calls.
struct SessionTools: Sendable {
    let configuration: PurchaseStore.Configuration
    let account: StoreAccount
    let parts: StoreParts
    let inbox: Mailbox<[BackendEvent]>
    /// Makes the external calls.
    let external: ExternalCalls
    /// The waits of the session, which end with it; the requests of the store have their own.
    let timer: RetryTimer
    let retrier: Retrier
    /// The source of the pauses' jitter.
    let generator: any RandomNumberGenerator & Sendable
    /// Drawn at random for this session; the tokens of its payments begin with it.
    let launch: UInt64
    let rejections: RejectedReports
    let readiness = BackendReadiness()
    /// The reason why the session ended; `nil` before that.
    let departure = Lock<StoreEngine.Departure?>(nil)

    init(
        _ configuration: PurchaseStore.Configuration, _ account: StoreAccount, _ parts: StoreParts,
        inbox: Mailbox<[BackendEvent]>
    ) {
        (self.configuration, self.account, self.parts, self.inbox) = (configuration, account, parts, inbox)
        let diagnostics = parts.diagnostics
        external = ExternalCalls(clock: configuration.clock, closingLimit: configuration.limits.closing) {
            diagnostics.report(.callTimedOut($0))
        }
        timer = RetryTimer(
            clock: configuration.clock, connectivity: configuration.connectivity, diagnostics: diagnostics)
        var generator = configuration.generator
        launch = generator.next()
        self.generator = generator
        retrier = Retrier(timer: timer, generator: generator)
        rejections = RejectedReports(diagnostics: diagnostics)
    }

    var clock: any StoreClock { configuration.clock }
    /// The account token of payments; `nil` when users share one state.
    var rule: AccountRule? { account.userID.map { AccountRule(user: $0) } }

    // MARK: Parts

    func ledger(in journal: Journal) async throws -> TransactionLedger {
        let ledger = try await TransactionLedger.open(
            storage: journal.ledger(of: LedgerKey(account.userID.map(UserID.init))), clock: parts.time,
            deliverySteps: configuration.deliverySteps,
            keptUpdates: configuration.ledger.keptUpdates(of: configuration.keptUpdates),
            unreadUpdates: configuration.unreadUpdates, readers: parts.snapshots,
            policy: configuration.entitlementPolicy,
            diagnostics: parts.diagnostics)
        if account != .unnamed, !configuration.consumers.isEmpty { await ledger.register(configuration.consumers) }
        return ledger
    }

    func queue(
        _ ledger: TransactionLedger, _ lifecycle: ProductLifecycle, _ journal: Journal, arrivals: UInt64,
        paying: PayingProducts
    ) -> PaymentQueue {
        PaymentQueue(
            backend: configuration.backend, inbox: inbox, ledger: ledger, retrier: retrier,
            policies: configuration.retries, clock: clock, launch: launch, lifecycle: lifecycle, readiness: readiness,
            external: external, limits: configuration.limits, store: parts.lease, user: account.userID.map(UserID.init),
            equalPaymentLimit: configuration.equalPaymentLimit, finishing: configuration.finishing, journal: journal,
            arrivals: arrivals, paying: paying)
    }

    func restores(_ ledger: TransactionLedger) -> RestoreRunner {
        RestoreRunner(
            backend: configuration.backend, ledger: ledger, clock: clock, account: account.userID, retrier: retrier,
            policy: configuration.retries.restore, readiness: readiness, external: external,
            limits: configuration.limits)
    }

    func processor(_ partners: TransactionProcessor.Partners, arrivals: UInt64) -> TransactionProcessor {
        let setup = TransactionProcessor.Setup(
            grant: configuration.grant, revoke: configuration.revoke, manual: configuration.manualPurchases,
            concurrency: configuration.concurrentDeliveries, policies: configuration.retries,
            limits: configuration.limits, store: parts.lease
        ) { [departure] in StoreEngine.callerFailure($0, after: departure.withLock { $0 }) }
        let session = IntakeSession(
            user: account.userID.map(UserID.init), policy: configuration.accountMoves, firstArrival: arrivals + 1)
        return TransactionProcessor(
            inbox: inbox, partners: partners, setup: setup, session: session, generator: generator)
    }

    /// The app's own verifier; `nil` when the platform's verdicts count.
    func verifier() -> BoundedVerifier? {
        guard !(configuration.verifier is PlatformVerifier) else { return nil }
        return BoundedVerifier(
            configuration.verifier, external: external, limit: configuration.limits.verifier, store: parts.lease)
    }
}
