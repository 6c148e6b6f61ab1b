/// An open store: purchases, restores, products and updates, for any number of tasks at once.
///
/// ```swift
/// let store = try await PurchaseStore.open(backend: appStore)
/// let outcome = try await store.purchase("com.example.garden.seeds.10")
/// ```
///
/// One store may be used by any number of tasks. Close it with ``close()``. A store without any reference to it closes
/// by itself, lets go of its backend and gives its folder free, but then nobody can wait until that is done. A handler
/// of the configuration that refers to its own store keeps it open: let it refer weakly.
public final class PurchaseStore: Sendable {
    let sessions: StoreSessions
    private let root: Task<Void, Never>

    init(sessions: StoreSessions, root: Task<Void, Never>) {
        self.sessions = sessions
        self.root = root
    }

    deinit { sessions.stop() }

    /// The session of the present user.
    var engine: StoreEngine { sessions.present }

    /// Opens a store on a backend, with all defaults.
    ///
    /// The ledger is in memory then, which is for trying things out.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when a store is open on this backend.
    public static func open(backend: any StoreBackend) async throws(PurchaseFailure) -> PurchaseStore {
        try await open(Configuration(backend: backend))
    }

    /// Opens a store: reads its ledger, goes on with what an earlier run left half done, and begins to listen to the
    /// backend.
    ///
    /// It does not wait for the network: ``waitUntilReady()`` does.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when a store is open on this backend or ledger,
    ///   `.wrongAccount` when the ledger is another user's, `.invalidRequest` when the name of a reader in
    ///   ``Configuration/consumers`` is out of its limits, or `.ledgerUnavailable`, whose `underlying` is a
    ///   ``LedgerDamage`` or a ``LedgerFileError``.
    public static func open(_ configuration: Configuration) async throws(PurchaseFailure) -> PurchaseStore {
        for consumer in configuration.consumers { try consumer.validate() }
        guard let (lease, inbox) = configuration.backend.inbox.lease() else {
            throw PurchaseFailure(
                .alreadyOpen, "Another store is open on this backend. Share that one, or close it first.")
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

    /// Ends everything: waiting calls throw `.storeClosed`, and streams end when they have delivered what is recorded.
    ///
    /// What was paid for and is not finished stays with the backend and in the ledger, and goes on at the next `open`.
    /// It returns when nothing of this store runs any more, but at the latest `CallLimits.closing` after a call to the
    /// backend or to a handler that ignores its cancellation has become all that is left, and as long after the backend
    /// was deactivated. Inside a handler of this store, for which it would have to wait, it returns at once, and the store
    /// closes when the handler has returned. A second call changes nothing. A switch of users that is
    /// under way throws `.storeClosed`.
    public func close() async {
        sessions.stop()
        guard HandlerMark.current(of: sessions.lease) == nil else { return }
        await root.value
    }

    /// Whether the store listens to its backend, so that it receives what the backend reports.
    public var isReady: Bool { engine.readiness.isReady }

    /// Waits until the store listens to its backend; purchases need not wait for that.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet; `.waitCancelled`
    ///   when the waiting task was cancelled; `.storeClosed` or `.accountSwitched` when the store was closed or
    ///   switched to another user meanwhile; `.systemError`, or the code that the backend gives, when the backend
    ///   cannot be reached.
    public func waitUntilReady() async throws(PurchaseFailure) {
        let engine = engine
        guard engine.isStopped || engine.account != .unnamed else { throw .accountNotNamed() }
        do { try await engine.readiness.wait() } catch { throw engine.callerFailure(error) }
    }

    /// Whether this customer may pay on this device.
    ///
    /// When not, offer nothing for sale.
    public var canMakePayments: Bool { sessions.backend.canMakePayments }

    /// The customer's storefront; `nil` when nobody is signed in to the App Store.
    ///
    /// Also `nil` when the store was closed, or the backend did not answer within `CallLimits.backend`.
    public func storefront() async -> StoreStorefront? {
        try? await engine.ask("storefront()", within: engine.limits.backend) { await $0.storefront() }
    }

    /// Has the session of the present user do something, and says by the failure that it has ended, where it has.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed`, `.storeClosed` or `.accountSwitched`, or what `body` throws.
    func asUser<Value>(
        _ body: (StoreEngine) async throws(PurchaseFailure) -> Value
    ) async throws(PurchaseFailure) -> Value {
        let engine = engine
        try engine.checkNamed()
        do throws(PurchaseFailure) { return try await body(engine) } catch { throw engine.callerFailure(error) }
    }
}

// Whose store it is, and what an operator wants to know of it.
extension PurchaseStore {
    /// The account that the store works for at this moment.
    ///
    /// While it switches from one user to another that is `.unnamed`.
    public var account: StoreAccount { engine.account }

    /// The account that the store works for: first the present one, then the present one whenever it is another.
    ///
    /// A reader that is slow gets the latest one only. It ends when the store closes.
    public var accounts: StoreSequence<StoreAccount> { sessions.accounts }

    /// Names the user of the app: the first one, another one, or with `.unnamed` nobody.
    ///
    /// The session of the user before ends: waiting calls throw `.accountSwitched`, streams end when they have
    /// delivered what is recorded, and running handlers are cancelled. From then until this call returns nothing is
    /// owned, and calls that need a user throw `.accountNotNamed`; product requests go on. When it returns, everything
    /// that is read or done belongs to the new user, whose unfinished purchases go on. Streams have to be made anew.
    ///
    /// The store makes its switches one after the other, in the order of the calls. Cancelling the task ends the
    /// waiting, never the switch. Naming the present user changes nothing. A store can switch from `.shared` to a user
    /// but not back to `.shared`. In a handler of the store it throws, as the switch waits for the handlers.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`, `.alreadyOpen` or `.wrongAccount` when the new user's
    ///   ledger cannot be opened: then no user is named, and the switch may be tried again; `.invalidRequest`
    ///   when a store that has left the shared account is to go back to it; `.calledInHandler` in a handler of the store; `.storeClosed` when the store was closed;
    ///   `.waitCancelled` when the task was cancelled.
    public func switchAccount(to account: StoreAccount) async throws(PurchaseFailure) {
        try await sessions.switchAccount(to: account).get()
    }

    /// What an operator of the app wants to know: retries, dead letters, transactions that were not taken in, trouble
    /// with the ledger, calls that were left behind, and more.
    ///
    /// The first who asks gets everything from the opening of the store on, the others what is told from then on. It goes on
    /// through switches of users and ends when the store closes. Nothing in it is private. Of a reader that is slow the oldest
    /// are dropped, at more than 256, of what was told before the first asked the latest, and a diagnostic says how many.
    public var diagnostics: AsyncStream<StoreDiagnostic> { sessions.diagnostics.stream() }

    /// The latest of what the backend told and was not taken in, the oldest first: what is not genuine, what could not be
    /// judged yet, and what is outside ``EntranceLimits``, whether somebody waited for it or not.
    ///
    /// At most 256 are listed, of the present user's session. What is listed was neither recorded nor granted nor
    /// finished; transactions among it stay with the backend, which tells them again.
    public var refusedReports: [RefusedReport] { engine.refusals.all }

    /// A stream of ``refusedReports``: those that are listed, and then each that follows.
    ///
    /// It is for logs and alarms. It ends when the store closes or switches to another user.
    public var refusals: AsyncStream<RefusedReport> { engine.refusals.stream() }
}

// Calls that some platforms support and others do not. The transactions that they lead to arrive as updates.
extension PurchaseStore {
    /// Whether the backend can do this; ask before a button for it is offered.
    public func supports(_ call: BackendCapabilities.OptionalCall) -> Bool {
        sessions.backend.capabilities.optionalCalls.contains(call)
    }

    /// Lets the customer redeem an offer code; what it brings arrives in the updates.
    ///
    /// - Parameter presentation: the scene or view controller in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or what the backend
    ///   says.
    public func redeemCode(in presentation: PurchasePresentation? = nil) async throws(PurchaseFailure) {
        try await BackendCalls(engine).call(.redeemCode) { try await $0.redeemCode(in: presentation) }
    }

    /// Lets the customer ask for their money back; if the store agrees, the transaction arrives as revoked.
    ///
    /// - Parameters:
    ///   - transactionID: what the customer wants to return.
    ///   - presentation: the scene or view controller in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.unknownTransaction`, `.storeClosed`, `.accountNotNamed`,
    ///   or what the backend says.
    @discardableResult
    public func beginRefundRequest(
        for transactionID: String, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) -> RefundRequestStatus {
        try await BackendCalls(engine).call(.beginRefundRequest) {
            try await $0.beginRefundRequest(for: transactionID, in: presentation)
        }
    }

    /// Shows the customer their subscriptions, to change or cancel them; what they change arrives in the updates.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group to show; `nil` shows all.
    ///   - presentation: the scene in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or what the backend
    ///   says.
    public func showManageSubscriptions(
        subscriptionGroupID: String? = nil, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) {
        try await BackendCalls(engine).call(.showManageSubscriptions) {
            try await $0.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
        }
    }

    /// How the customer came by the app itself, with its signed form and what was signed for this device.
    ///
    /// - Parameter refresh: whether the store is asked anew, for which the customer may have to sign in.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.verificationFailed` when it is not genuine,
    ///   `.storeClosed`, or what the backend says.
    public func appTransaction(refresh: Bool = false) async throws(PurchaseFailure) -> StoreAppTransaction {
        let engine = engine
        return try await BackendCalls(engine).call(
            .appTransaction, needsUser: false, within: refresh ? nil : engine.limits.backend
        ) {
            try await $0.appTransaction(refresh: refresh)
        }
    }

    /// The messages that the store wants to show, beginning with the first one since the user was named; follow them in one
    /// place and show them when it fits.
    public var messages: AsyncStream<StoreMessage> { engine.notices.messages.stream() }
}
