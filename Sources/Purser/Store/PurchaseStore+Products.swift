extension PurchaseStore {
    /// Describes products, in the order asked, and names the identifiers that the store does not know.
    ///
    /// What was fetched lately is answered at once; only what is missing and not already on its way is asked for.
    ///
    /// - Parameters:
    ///   - ids: the products' identifiers.
    ///   - deadline: how long to wait at most; `nil` waits as long as the retry policy tries.
    /// - Throws: ``PurchaseFailure``.
    public func products(for ids: [String], deadline: Duration? = nil) async throws(PurchaseFailure) -> StoreProducts {
        while true {
            let engine = engine
            do {
                try engine.checkOpen()
                return try await engine.catalog.products(for: ids, deadline: deadline)
            } catch {
                // Products are nobody's: a switch of users is no reason not to describe them.
                let failure = engine.told(error)
                guard failure.code == .accountSwitched else { throw failure }
            }
        }
    }

    /// One product, if it has been fetched; it never waits.
    public func cachedProduct(_ id: String) -> StoreProduct? { engine.catalog.cached(id) }

    /// The life of one product, from its present state on: valid, requested, approved, owned and so forth.
    public func states(of productID: String) -> ProductStates { engine.lifecycle.states(of: productID) }

    /// The state that a product is in now; it never waits.
    public func state(of productID: String) -> ProductState { engine.lifecycle.presentState(of: productID) }

    /// The receipt: the device's own, or a fresh one when there is none or `force` asks for it.
    ///
    /// Callers at the same time share one refresh.
    ///
    /// - Throws: ``PurchaseFailure`` with `.receiptUnavailable`, `.storeClosed`, or what the backend says.
    public func refreshReceipt(force: Bool = true, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> StoreReceipt
    {
        let engine = engine
        try engine.checkNamed()
        do {
            return try await engine.refresher.receipt(forceRefresh: force, deadline: deadline)
        } catch {
            throw engine.told(error)
        }
    }

    /// How far the content of a product has got; it never waits.
    public func contentState(of productID: String) -> ContentState { engine.downloader.state(of: productID) }
}
