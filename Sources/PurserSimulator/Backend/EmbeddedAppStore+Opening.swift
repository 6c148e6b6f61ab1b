public import Purser

extension EmbeddedAppStore {
    /// Opens a store on this App Store, with all defaults but the clock: both go by this one's.
    ///
    /// So a test that moves a clock by hand names it once. A store that is opened otherwise goes by the clock of its
    /// configuration, and waits for ever where nobody moves that.
    ///
    /// - Parameters:
    ///   - isolation: the actor on which `configure` is called: that of the caller.
    ///   - configure: changes the configuration, which has this backend and its clock.
    /// - Throws: `PurchaseFailure` as `PurchaseStore.open(_:)` does: with `.alreadyOpen` when a store is open on this backend
    ///   or on the ledger, `.wrongAccount` when the ledger is another user's, `.invalidRequest` when the name of a reader in
    ///   the configuration is out of its limits, or `.ledgerUnavailable`.
    public func openStore(
        isolation: isolated (any Actor)? = #isolation,
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws(PurchaseFailure) -> PurchaseStore {
        try await Self.openStore(on: self, clock: clock, isolation: isolation, configure)
    }

    static func openStore(
        on backend: any StoreBackend, clock: any StoreClock, isolation: isolated (any Actor)?,
        _ configure: (inout PurchaseStore.Configuration) -> Void
    ) async throws(PurchaseFailure) -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.clock = clock
        configure(&configuration)
        return try await PurchaseStore.open(configuration)
    }
}
