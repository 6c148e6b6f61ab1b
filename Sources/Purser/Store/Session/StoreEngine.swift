/// One session of a store: makes its parts, connects them, and holds them until it ends.
package final class StoreEngine: Sendable {
    /// The reason why a session ended.
    package enum Departure: Sendable {
        /// The app closed the store.
        case closed
        /// The app named another user.
        case switched
    }

    /// Whose session it is.
    package let account: StoreAccount
    let parts: StoreParts
    let inbox: Mailbox<[BackendEvent]>
    let external: ExternalCalls
    /// The waits of the session, which end with it; the requests of the store have their own.
    let timer: RetryTimer
    let retrier: Retrier
    /// Drawn at random for this session; the tokens of its payments begin with it.
    let launch: UInt64
    let rejections: RejectedReports
    let readiness = BackendReadiness()
    /// The reason why the session ended; `nil` before that.
    let departure: Lock<Departure?>
    let ledger: TransactionLedger
    let journal: Journal
    let lifecycle: ProductLifecycle
    let queue: PaymentQueue
    let restores: RestoreRunner
    let processor: TransactionProcessor
    /// Makes the app's purchase from an update, and whether the app has to finish it.
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    let acquirer: ProductAcquirer
    let notices: StoreNotices
    /// The calls to the backend that timed out and still run.
    let unanswered = Lock<Set<String>>([])
    /// Watches the limits of the calls to the backend and to the handlers, from the first one to the last.
    let watch: Task<Void, Never>
    /// Closed when the session has to end.
    let stopped = EventCount()
    /// Closed when nothing runs any more; reading it cannot be cancelled.
    let ending = Mailbox<Never>()

    /// Connects the parts, and asks the backend for its environment; nothing else runs until ``run()``, which has to follow.
    ///
    /// - Parameters:
    ///   - parts: what belongs to the store.
    ///   - inbox: what the backend reports in this session.
    /// - Throws: the error of the ledger's storage.
    init(_ account: StoreAccount, _ parts: StoreParts, inbox: Mailbox<[BackendEvent]>) async throws {
        let (configuration, diagnostics) = (parts.configuration, parts.diagnostics)
        let (backend, clock, limits) = (configuration.backend, configuration.clock, configuration.limits)
        let (departure, user) = (Lock<Departure?>(nil), account.userID.map(UserID.init))
        (self.account, self.parts, self.inbox, self.departure) = (account, parts, inbox, departure)
        external = ExternalCalls(clock: clock, closingLimit: limits.closing) { diagnostics.report(.callTimedOut($0)) }
        timer = RetryTimer(clock: clock, connectivity: configuration.connectivity, diagnostics: diagnostics)
        var generator = parts.nextGenerator()
        launch = generator.next()
        retrier = Retrier(timer: timer, generator: generator)
        rejections = RejectedReports(diagnostics: diagnostics)
        journal = parts.journal(for: account)
        let arrivals = try await journal.begin()
        ledger = try await parts.ledger(of: account, in: journal)
        lifecycle = Self.lifecycle(of: user, ledger, journal, parts.catalog)
        queue = PaymentQueue(
            backend: backend, inbox: inbox, ledger: ledger, retrier: retrier, policies: configuration.retries,
            clock: clock, launch: launch, lifecycle: lifecycle, readiness: readiness, external: external,
            limits: limits, user: user,
            finishing: configuration.finishing, journal: journal, arrivals: arrivals)
        restores = RestoreRunner(
            backend: backend, ledger: ledger, clock: clock, account: account.userID, retrier: retrier,
            policy: configuration.retries.restore, readiness: readiness, external: external, limits: limits)
        acquirer = ProductAcquirer(parts.listed, ledger: ledger)
        notices = StoreNotices(promotions: parts.promotions) { await parts.changed(to: $0) }
        processor = TransactionProcessor(
            inbox: inbox,
            partners: .init(
                backend: backend, queue: queue, restores: restores, ledger: ledger, journal: journal,
                downloader: parts.downloader, lifecycle: lifecycle, readiness: readiness, notices: notices.handle,
                rejections: rejections, verifier: parts.verifier(external), external: external, timer: timer,
                retrier: retrier),
            setup: .init(
                grant: configuration.grant, revoke: configuration.revoke, manual: configuration.manualPurchases,
                concurrency: configuration.concurrentDeliveries, policies: configuration.retries, limits: limits,
                store: parts.lease
            ) { StoreEngine.callerFailure($0, after: departure.withLock { $0 }) },
            session: IntakeSession(user: user, policy: configuration.accountMoves, firstArrival: arrivals + 1),
            generator: generator)
        makePurchase = processor.purchaseMaker()
        watch = external.startWatch()
        await findEnvironment()
    }

    /// The states of products, watched or not: from the ledger, the fetched products, and the payments.
    private static func lifecycle(
        of user: UserID?, _ ledger: TransactionLedger, _ journal: Journal, _ catalog: ProductCatalog
    ) -> ProductLifecycle {
        ProductLifecycle(clock: ledger.entitlements.clock) { [entitlements = ledger.entitlements] productID in
            let present = entitlements.present
            let pendingEnd = journal.withState { $0.book.pendingEnd(of: productID, for: user) }
            return ProductStatus(
                isOwned: present.contains(productID), isValid: catalog.isValid(productID),
                pendingEnd: pendingEnd.flatMap { present.time < $0 ? $0 : nil })
        }
    }
}

extension StoreEngine {
    var backend: any StoreBackend { parts.configuration.backend }
    var clock: any StoreClock { parts.configuration.clock }
    var policies: RetryPolicies { parts.configuration.retries }
    var limits: CallLimits { parts.configuration.limits }
    var lease: BackendLease { parts.lease }
    /// The account token of payments; `nil` when users share one state.
    var rule: AccountRule? { account.userID.map { AccountRule(user: $0) } }
    /// How contents are treated besides purchases; `nil` when there are no contents.
    var contentPolicy: ContentPolicy? {
        parts.configuration.contents.map(\.policy).flatMap { $0.keepsContents ? $0 : nil }
    }
}
