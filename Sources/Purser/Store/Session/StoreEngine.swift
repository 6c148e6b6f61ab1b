/// One session of a store: makes its parts, connects them, and holds them until it ends.
package final class StoreEngine: Sendable {
    /// The reason why a session ended.
    package enum Departure: Sendable {
        /// The app closed the store.
        case closed
        /// The app named another user.
        case switched
    }

    let tools: SessionTools
    /// What belongs to the store.
    let parts: StoreParts
    let ledger: TransactionLedger
    /// The open payments of all users, and the records of those who have no session.
    let journal: Journal
    let lifecycle: ProductLifecycle
    let queue: PaymentQueue
    let restores: RestoreRunner
    let processor: TransactionProcessor
    /// Makes the app's purchase from an update, and whether the app has to finish it.
    let makePurchase: @Sendable (StoreUpdate, Bool) -> StorePurchase
    /// Acquires the products that are free for subscribers.
    let acquirer: ProductAcquirer
    /// The backend's events besides transactions, payments and restores.
    let notices: StoreNotices
    /// The calls to the backend that timed out and still run.
    let unanswered = Lock<Set<String>>([])
    /// Closed when the session has to end.
    let stopped = EventCount()
    /// Closed when nothing runs any more; reading it cannot be cancelled.
    let ending = Mailbox<Never>()

    /// Connects the parts; nothing runs yet.
    ///
    /// - Parameters:
    ///   - parts: what belongs to the store.
    ///   - inbox: what the backend reports in this session.
    /// - Throws: the error of the ledger's storage.
    init(
        _ configuration: PurchaseStore.Configuration, _ account: StoreAccount, _ parts: StoreParts,
        inbox: Mailbox<[BackendEvent]>
    ) async throws {
        let tools = SessionTools(configuration, account, parts, inbox: inbox)
        (self.tools, self.parts) = (tools, parts)
        journal = parts.journal(for: account)
        let arrivals = try await journal.begin()
        ledger = try await tools.ledger(in: journal)
        let paying = PayingProducts()
        lifecycle = Self.lifecycle(of: account, ledger, journal, parts.published, paying)
        queue = tools.queue(ledger, lifecycle, journal, arrivals: arrivals, paying: paying)
        restores = tools.restores(ledger)
        acquirer = ProductAcquirer(parts.listed, ledger: ledger)
        notices = StoreNotices(promotions: parts.promotions) { await parts.changed(to: $0) }
        processor = tools.processor(
            .init(
                backend: configuration.backend, queue: queue, restores: restores, ledger: ledger, journal: journal,
                downloader: parts.downloader, lifecycle: lifecycle, readiness: tools.readiness, notices: notices.take,
                rejections: tools.rejections, verifier: tools.verifier(), external: tools.external, timer: tools.timer,
                retrier: tools.retrier),
            arrivals: arrivals)
        makePurchase = processor.purchaseMaker()
    }

    /// The state of a product, watched or not: from the ledger, the fetched products, and the payments.
    private static func lifecycle(
        of account: StoreAccount, _ ledger: TransactionLedger, _ journal: Journal, _ published: PublishedProducts,
        _ paying: PayingProducts
    ) -> ProductLifecycle {
        let user = account.userID.map(UserID.init)
        return ProductLifecycle { [entitlements = ledger.entitlements] productID in
            ProductStatus(
                isOwned: entitlements.present.contains(productID), isValid: published.isValid(productID),
                isPaying: paying.contains(productID),
                isPending: journal.withState { $0.book.isPending(productID, of: user) })
        }
    }
}

// The shared values of the parts, under their own names.
extension StoreEngine {
    /// Whose session it is.
    package var account: StoreAccount { tools.account }
    var rule: AccountRule? { tools.rule }
    var backend: any StoreBackend { tools.configuration.backend }
    var clock: any StoreClock { tools.clock }
    var retrier: Retrier { tools.retrier }
    var policies: RetryPolicies { tools.configuration.retries }
    var limits: CallLimits { tools.configuration.limits }
    var external: ExternalCalls { tools.external }
    var lease: BackendLease { parts.lease }
    var inbox: Mailbox<[BackendEvent]> { tools.inbox }
    /// The rejected reports of the backend.
    var rejections: RejectedReports { tools.rejections }
    var readiness: BackendReadiness { tools.readiness }
    /// The reason why the session ended; `nil` before that.
    var departure: Lock<Departure?> { tools.departure }
    /// The parts that buy promoted purchases.
    var buyer: PromotionQueue.Buyer {
        PromotionQueue.Buyer(queue: queue, rule: rule) { [acquirer] productID throws(PurchaseFailure) in
            guard acquirer.listed.isForSubscribersOnly(productID) else { return false }
            try await acquirer.acquire(productID)
            return true
        }
    }
    /// How contents are treated besides purchases; `nil` when there are no contents.
    var contentPolicy: ContentPolicy? {
        tools.configuration.contents.map(\.policy).flatMap { $0.keepsContents ? $0 : nil }
    }
}
