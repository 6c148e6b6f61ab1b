extension PurchaseStore {
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
}
