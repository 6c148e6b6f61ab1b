#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An open store: purchases, restores, products and updates, for any number of tasks at once.
///
/// The store is `Sendable`, and so is every value that it takes or returns. Values that are read in a loop are
/// `AsyncSequence`s, and all codes, kinds and states are `Hashable`.
///
/// ```swift
/// let store = try await PurchaseStore.open(backend: appStore)
/// let outcome = try await store.purchase("com.example.garden.seeds.10")
/// ```
///
/// Close it with ``close()``. A store without any reference closes by itself and releases its backend and its folder,
/// but the app cannot wait for the end of that. A handler of the configuration with a reference to its own store keeps
/// it open: use a weak reference.
public final class PurchaseStore: Sendable {
    let sessions: StoreSessions
    private let root: Task<Void, Never>

    init(sessions: StoreSessions, root: Task<Void, Never>) {
        self.sessions = sessions
        self.root = root
    }

    deinit { sessions.stop() }

    /// The session of the current user.
    var engine: StoreEngine { sessions.present }

    /// Opens a store on a backend, with all defaults.
    ///
    /// The ledger is then in memory, for a first try.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when a store is open on this backend.
    public static func open(backend: any StoreBackend) async throws(PurchaseFailure) -> PurchaseStore {
        try await open(Configuration(backend: backend))
    }

    /// Opens a store: reads its ledger, continues the unfinished work of an earlier run, and begins to listen to the
    /// backend.
    ///
    /// It does not wait for the network: ``waitUntilReady()`` does. It waits a second for the backend's environment.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when a store is open on this backend or ledger,
    ///   `.invalidRequest` when the name of a consumer in ``Configuration/consumers`` is out of its limits, or the
    ///   ledger's location is no `file:` URL, or `.ledgerUnavailable`, whose `underlying` is a ``LedgerDamage`` or a
    ///   ``StorageFailure``.
    public static func open(_ configuration: Configuration) async throws(PurchaseFailure) -> PurchaseStore {
        try configuration.ledger.validate()
        for consumer in configuration.consumers.keys.sorted() { try NamedConsumer.validate(consumer) }
        guard let (lease, inbox) = configuration.backend.inbox.lease() else {
            throw PurchaseFailure(
                .alreadyOpen,
                "Another store is open on this backend (\(type(of: configuration.backend))), which serves one at a time. "
                    + "Use that store, or wait until its close() has returned.")
        }
        do {
            let sessions = try await StoreSessions.open(configuration, lease: lease, inbox: inbox)
            return PurchaseStore(sessions: sessions, root: RootTask.start { await sessions.run() })
        } catch {
            configuration.backend.inbox.release(lease)
            lease.end()
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The ledger could not be opened; the store is not open.")
        }
    }

    /// Closes the store: waiting calls throw `.storeClosed`, and streams end after their recorded updates.
    ///
    /// Unfinished paid transactions stay with the backend and in the ledger, and continue at the next `open`. The call
    /// returns when nothing of this store runs any more. A call to the backend or to a handler that ignores its
    /// cancellation delays it by at most `CallLimits.closing`, and the deactivation of the backend by at most as long
    /// again. A second call changes nothing. A running switch of users throws `.storeClosed`.
    ///
    /// - Throws: ``PurchaseFailure`` with `.calledInHandler` in a handler of the store, which then stays open.
    public func close() async throws(PurchaseFailure) {
        try HandlerMark.check("close()", of: sessions.parts.lease)
        sessions.stop()
        await root.value
    }

    /// Whether the store listens to its backend, and so receives its reports.
    public var isReady: Bool { engine.readiness.isReady }

    /// Waits until the store listens to its backend; purchases need not wait for that.
    ///
    /// It does not wait until the backend's reports are recorded.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet;
    ///   `.waitCancelled` when the waiting task was cancelled; `.storeClosed` or `.accountSwitched` when the store was
    ///   closed or switched to another user meanwhile; `.systemError`, or the backend's code, when the backend cannot
    ///   be reached.
    public func waitUntilReady() async throws(PurchaseFailure) {
        let engine = engine
        guard engine.isStopped || engine.account != .unnamed else { throw .accountNotNamed() }
        do { try await engine.readiness.wait() } catch { throw engine.callerFailure(error) }
    }

    /// Whether this customer may pay on this device.
    ///
    /// If not, offer nothing for sale.
    public var canMakePayments: Bool { sessions.backend.canMakePayments }

    /// The customer's storefront; `nil` when no customer is signed in to the App Store.
    ///
    /// It is also `nil` when the store was closed, or the backend did not answer within `CallLimits.backend`.
    public func storefront() async -> StoreStorefront? {
        try? await engine.ask("storefront()", within: engine.limits.backend) { await $0.storefront() }
    }

    /// Calls `body` with the session of the current user; throws ``PurchaseFailure`` with `.accountNotNamed`, or with the
    /// end of the session if it has ended, or what `body` throws.
    func asUser<Value>(
        _ body: (StoreEngine) async throws(PurchaseFailure) -> Value
    ) async throws(PurchaseFailure) -> Value {
        let engine = try sessions.named()
        do throws(PurchaseFailure) { return try await body(engine) } catch { throw engine.callerFailure(error) }
    }
}

// The store's user, and its diagnostics.
extension PurchaseStore {
    /// The account that the store works for at this moment.
    ///
    /// During a switch from one user to another it is `.unnamed`.
    public var account: StoreAccount { engine.account }

    /// The account that the store works for: first the current one, then each change.
    ///
    /// A slow loop gets only the latest one. The sequence ends when the store closes.
    public var accounts: StoreSequence<StoreAccount> { sessions.accounts }

    /// Sets the user of the app: the first one, another one, or no user with `.unnamed`.
    ///
    /// The session of the previous user ends: waiting calls throw `.accountSwitched`, streams end after their recorded
    /// updates, and running handlers are cancelled, except ``Configuration/promotedPurchases``, whose decision counts
    /// for the next user. From then until this call returns nothing is owned, and calls that
    /// need a user throw `.accountNotNamed`; requests for products and for the receipt, and downloads, continue. When
    /// it returns, all reads and calls are for the new user, whose unfinished purchases continue. They have what is
    /// recorded: what the backend has to report since then arrives later, in the updates. Streams have to be made
    /// again.
    ///
    /// The store makes its switches one after the other, in the order of the calls. Cancelling the task ends the
    /// waiting, never the switch. Naming the current user changes nothing. A store can switch from `.shared` to a user
    /// but not back to `.shared`.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` or `.alreadyOpen` when the ledger cannot be read: then
    ///   no user is named, and you can try the switch again; `.invalidRequest` for a
    ///   switch back to the shared account; `.calledInHandler` in a handler of the store; `.storeClosed` when the store
    ///   was closed; `.waitCancelled` when the task was cancelled.
    public func switchAccount(to account: StoreAccount) async throws(PurchaseFailure) {
        try await sessions.switchAccount(to: account).get()
    }

    /// Forgets a user who has left: afterwards the ledger has no byte of what it recorded of the user.
    ///
    /// What the user owned, open payments, positions of consumers, dead letters and updates go, also from snapshots; the
    /// ledger is written anew for that, which takes time by its size. What the App Store reports again, such as an
    /// unfinished transaction or a restored purchase, is recorded again, for the user whom it names then. A purchase
    /// that another user has keeps the account token that the App Store reports. Installed contents stay. A user of
    /// whom nothing is recorded is forgotten at once.
    ///
    /// It is done between switches, in the order of the calls. Cancelling the task ends the waiting only. If it throws
    /// `.ledgerUnavailable`, the ledger may still have all or a part of the user's records: call it again. A switch to
    /// the user, and the next opening, complete what has begun.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` for the current user, or when all users share one state;
    ///   `.ledgerUnavailable` when the ledger cannot be written; `.calledInHandler` in a handler of the store;
    ///   `.storeClosed` when the store was closed; `.waitCancelled` when the task was cancelled.
    public func forget(user: UUID) async throws(PurchaseFailure) {
        try await sessions.forget(UserID(user)).get()
    }

    /// Diagnostics for the operator of the app: retries, dead letters, rejected transactions, trouble with the ledger,
    /// calls that timed out, and more.
    ///
    /// Each read of this property makes a stream. The first one also has the diagnostics since the store opened, each
    /// later one those after the read. They continue through switches of users and end when the store closes. They
    /// contain nothing private. A slow loop loses the oldest of more than 256 diagnostics, and a diagnostic reports how
    /// many. Of the diagnostics before the first read, the first 256 are kept.
    public var diagnostics: AsyncStream<StoreDiagnostic> { sessions.parts.diagnostics.stream() }

    /// The latest reports of the backend that were rejected, the oldest first: invalid ones, undetermined ones, and
    /// those outside ``IntakeLimits``, whether or not a call waited for them.
    ///
    /// At most 256 are listed, of the current user's session. None of them was recorded, granted or finished. Rejected
    /// transactions stay with the backend, which reports them again.
    public var rejectedReports: [RejectedReport] { engine.rejections.all }

    /// A stream of ``rejectedReports``: the listed ones, then each later one.
    ///
    /// It is for logs and alarms. It ends when the store closes or switches to another user.
    public var rejections: AsyncStream<RejectedReport> { engine.rejections.stream() }
}

// Calls that some platforms support and others do not. The resulting transactions arrive as updates.
extension PurchaseStore {
    /// Whether the backend supports this call; check it before you show a button for it.
    public func supports(_ call: BackendCapabilities.OptionalCall) -> Bool {
        sessions.backend.capabilities.optionalCalls.contains(call)
    }

    /// Lets the customer redeem an offer code; the resulting transactions arrive in the updates.
    ///
    /// - Parameter presentation: the scene or view controller for the sheet; `nil` lets the backend choose.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or the
    ///   backend's code.
    public func redeemCode(in presentation: PurchasePresentation? = nil) async throws(PurchaseFailure) {
        try await engine.call(.redeemCode) { try await $0.redeemCode(in: presentation) }
    }

    /// Lets the customer request a refund; if the App Store agrees, the transaction arrives as revoked.
    ///
    /// - Parameters:
    ///   - transactionID: the transaction to refund.
    ///   - presentation: the scene or view controller for the sheet; `nil` lets the backend choose.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.unknownTransaction`, `.storeClosed`,
    ///   `.accountNotNamed`, or the backend's code.
    @discardableResult
    public func beginRefundRequest(
        for transactionID: String, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) -> RefundRequestStatus {
        try await engine.call(.beginRefundRequest) {
            try await $0.beginRefundRequest(for: transactionID, in: presentation)
        }
    }

    /// Shows the customer their subscriptions, to change or cancel them; the changes arrive in the updates.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group to show; `nil` shows all.
    ///   - presentation: the scene for the sheet; `nil` lets the backend choose.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or the
    ///   backend's code.
    public func showManageSubscriptions(
        subscriptionGroupID: String? = nil, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) {
        try await engine.call(.showManageSubscriptions) {
            try await $0.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
        }
    }

    /// The purchase of the app itself, in its signed form and with the signature for this device.
    ///
    /// - Parameter refresh: whether a new one is requested, for which the customer may have to sign in.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.verificationFailed` when it is invalid,
    ///   `.storeClosed`, or the backend's code.
    public func appTransaction(refresh: Bool = false) async throws(PurchaseFailure) -> StoreAppTransaction {
        let engine = engine
        return try await engine.call(
            .appTransaction, needsUser: false, within: refresh ? nil : engine.limits.backend
        ) {
            try await $0.appTransaction(refresh: refresh)
        }
    }

    /// The App Store's messages for the customer, beginning with the first one since the user was named.
    ///
    /// Follow them in one place, and show each at a suitable moment.
    public var messages: AsyncStream<StoreMessage> { engine.notices.messages.stream() }
}
