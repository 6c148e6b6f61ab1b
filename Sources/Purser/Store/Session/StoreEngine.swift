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
    let tools: SessionTools
    let rejections: RejectedReports
    /// The reason why the session ended; `nil` before that.
    let departure: Lock<Departure?>
    /// The parts that work for a user; nobody's session has none.
    let work: SessionWork?
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
    /// What the backend reports in this session is in `inbox`. Throws the error of the ledger's storage.
    init(_ account: StoreAccount, _ parts: StoreParts, inbox: Mailbox<[BackendEvent]>) async throws {
        let (configuration, diagnostics) = (parts.configuration, parts.diagnostics)
        let (backend, clock, limits) = (configuration.backend, configuration.clock, configuration.limits)
        let (departure, user) = (Lock<Departure?>(nil), account.userID.map(UserID.init))
        (self.account, self.parts, self.departure) = (account, parts, departure)
        let external = ExternalCalls(clock: clock, closingLimit: limits.closing) {
            diagnostics.report(.callTimedOut($0))
        }
        let timer = RetryTimer(clock: clock, connectivity: configuration.connectivity, diagnostics: diagnostics)
        var generator = parts.nextGenerator()
        let launch = generator.next()
        let ledger = try await parts.ledger(of: account)
        tools = SessionTools(
            backend: backend, inbox: inbox, ledger: ledger, lifecycle: Self.lifecycle(ledger, parts.catalog),
            external: external, timer: timer, retrier: Retrier(timer: timer, generator: generator),
            policies: configuration.retries, limits: limits, launch: launch, user: user)
        rejections = RejectedReports(diagnostics: diagnostics)
        notices = StoreNotices(promotions: parts.promotions) { await parts.changed(to: $0) }
        work =
            account == .unnamed
            ? nil
            : SessionWork(tools, parts, notices: notices, rejections: rejections, generator: generator) {
                StoreEngine.callerFailure($0, after: departure.withLock { $0 })
            }
        watch = tools.external.startWatch()
        await findEnvironment()
    }

    /// The states of products, watched or not: from the ledger, the fetched products, and the payments.
    private static func lifecycle(_ ledger: TransactionLedger, _ catalog: ProductCatalog) -> ProductLifecycle {
        let (entitlements, journal) = (ledger.entitlements, ledger.journal)
        return ProductLifecycle(clock: entitlements.clock) { productID in
            let present = entitlements.present
            let pendingEnd = journal.pendingEnd(of: productID)
            return ProductStatus(
                isOwned: present.contains(productID), isValid: catalog.isValid(productID),
                pendingEnd: pendingEnd.flatMap { present.time < $0 ? $0 : nil })
        }
    }
}

/// The parts of a session that work for a user.
struct SessionWork: Sendable {
    let queue: PaymentQueue
    let restores: RestoreRunner
    let processor: TransactionProcessor
    let acquirer: ProductAcquirer
    /// Makes the app's purchase from an update, and whether the app has to finish it.
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase

    init(
        _ tools: SessionTools, _ parts: StoreParts, notices: StoreNotices, rejections: RejectedReports,
        generator: any RandomNumberGenerator & Sendable,
        callerFailure: @escaping @Sendable (PurchaseFailure) -> PurchaseFailure
    ) {
        let configuration = parts.configuration
        queue = PaymentQueue(tools, finishing: configuration.finishing)
        restores = RestoreRunner(tools)
        acquirer = ProductAcquirer(listed: parts.listed, ledger: tools.ledger)
        processor = TransactionProcessor(
            tools,
            .init(
                queue: queue, restores: restores, downloader: parts.downloader, notices: notices.handle,
                rejections: rejections, verifier: parts.verifier(tools.external), grant: configuration.grant,
                revoke: configuration.revoke, manual: configuration.manualPurchases,
                concurrency: configuration.concurrentDeliveries, store: parts.lease, callerFailure: callerFailure),
            session: IntakeSession(
                user: tools.user, policy: configuration.accountMoves, firstArrival: tools.ledger.arrivals + 1),
            generator: generator)
        makePurchase = processor.purchaseMaker()
    }
}

extension StoreEngine {
    /// The parts that work for the user; throws ``PurchaseFailure`` with `.accountNotNamed`.
    func working() throws(PurchaseFailure) -> SessionWork {
        guard let work else { throw .accountNotNamed() }
        return work
    }

    var backend: any StoreBackend { tools.backend }
    var ledger: TransactionLedger { tools.ledger }
    var lifecycle: ProductLifecycle { tools.lifecycle }
    var readiness: BackendReadiness { tools.readiness }
    var external: ExternalCalls { tools.external }
    var retrier: Retrier { tools.retrier }
    var clock: any StoreClock { tools.clock }
    var policies: RetryPolicies { tools.policies }
    var limits: CallLimits { tools.limits }
    var lease: BackendLease { parts.lease }
    /// The account token of payments; `nil` when users share one state.
    var rule: AccountRule? { account.userID.map { AccountRule(user: $0) } }
    /// How contents are treated besides purchases; `nil` when there are no contents.
    var contentPolicy: ContentPolicy? {
        parts.configuration.contents.map(\.policy).flatMap { $0.keepsContents ? $0 : nil }
    }
}
