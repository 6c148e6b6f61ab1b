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

    /// What the present user may use now.
    ///
    /// Reading it never waits for network, disk or an actor.
    public var entitlements: StoreEntitlements {
        StoreEntitlements(sessions.entitlements, deviceTime: sessions.deviceTime)
    }

    /// Whether the present user may have the introductory offer of a subscription group, by what is recorded; see
    /// ``StoreEntitlements/isEligibleForIntroductoryOffer(_:)``.
    public func isEligibleForIntroductoryOffer(_ subscriptionGroupID: String) -> Bool {
        entitlements.isEligibleForIntroductoryOffer(subscriptionGroupID)
    }

    /// The customer's storefront; `nil` when nobody is signed in to the App Store.
    ///
    /// Also `nil` when the store was closed, or the backend did not answer within `CallLimits.backend`.
    public func storefront() async -> StoreStorefront? {
        try? await engine.ask("storefront()", within: engine.limits.backend) { await $0.storefront() }
    }
}
