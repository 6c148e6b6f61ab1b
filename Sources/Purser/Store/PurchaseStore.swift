/// An open store: purchases, restores, products and updates, for any number of tasks at once.
///
/// ```swift
/// let store = try await PurchaseStore.open(backend: appStore)
/// let outcome = try await store.purchase("com.example.garden.seeds.10")
/// ```
///
/// It may be shared freely. Close it with ``close()``; a store that is let go of closes by
/// itself, but then nobody can wait for that.
public final class PurchaseStore: Sendable {
    let sessions: StoreSessions
    private let root: Task<Void, Never>

    init(sessions: StoreSessions, root: Task<Void, Never>) {
        self.sessions = sessions
        self.root = root
    }

    deinit { sessions.stop() }

    /// The present session.
    var engine: StoreEngine { sessions.present }

    /// Ends everything: calls that wait end with `.storeClosed`, streams end when they have told what is recorded.
    ///
    /// What was paid for and is not finished stays with the backend and the ledger, and goes on at the next `open`.
    /// Returns when nothing of this store runs any more; a second call is harmless. A switch of users that is under way
    /// ends with `.storeClosed`.
    public func close() async {
        sessions.stop()
        await root.value
        await sessions.backend.deactivate()
    }

    /// Whether the store listens to its backend, so that what the backend has to say is heard.
    public var isReady: Bool { engine.readiness.isReady }

    /// Waits until the store listens to its backend; purchases need not wait for that.
    ///
    /// - Throws: ``PurchaseFailure`` with `.storeClosed`, `.accountNotNamed`, `.accountSwitched`, `.waitCancelled`,
    ///   or why the backend cannot be reached.
    public func waitUntilReady() async throws(PurchaseFailure) {
        let engine = engine
        guard engine.isStopped || engine.account != .unnamed else { throw .accountNotNamed() }
        do { try await engine.readiness.wait() } catch { throw engine.told(error) }
    }

    /// Whether this customer may pay at all; offer nothing when not.
    public var canMakePayments: Bool { sessions.backend.canMakePayments }

    /// What the present user owns now; it never waits for network, disk or an actor.
    public var entitlements: StoreEntitlements {
        StoreEntitlements(sessions.entitlements, deviceTime: sessions.deviceTime)
    }

    /// The storefront of the customer, if the store is signed in.
    public func storefront() async -> StoreStorefront? { await sessions.backend.storefront() }
}
