extension PurchaseStore {
    /// Describes products, in the order asked, and names the identifiers that the store does not know.
    ///
    /// Products that were fetched lately are answered at once. Only those that are missing, and that no other call is
    /// fetching already, are asked for.
    ///
    /// - Parameters:
    ///   - ids: the products' identifiers, at most ``StoreProducts/maximumIDs``.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as the retry policy tries.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there are too many identifiers; `.deadlineExceeded` or
    ///   `.waitCancelled` when the waiting ended first; `.storeClosed` when the store was closed; otherwise the code
    ///   that the backend gives, or `.unknown` when its error has none.
    public func products(for ids: [String], deadline: Duration? = nil) async throws(PurchaseFailure) -> StoreProducts {
        while true {
            let engine = engine
            do {
                try engine.checkOpen()
                return try await engine.catalog.products(for: ids, deadline: deadline)
            } catch {
                // Products are nobody's: a switch of users is no reason not to describe them.
                let failure = engine.callerFailure(error)
                guard failure.code == .accountSwitched else { throw failure }
            }
        }
    }

    /// Describes one product.
    ///
    /// - Parameters:
    ///   - id: the product's identifier.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as the retry policy tries.
    /// - Returns: the product; `nil` when the store does not sell it.
    /// - Throws: ``PurchaseFailure`` as ``products(for:deadline:)``: with `.deadlineExceeded`, `.waitCancelled`,
    ///   `.storeClosed`, the code that the backend gives, or `.unknown`.
    public func product(for id: String, deadline: Duration? = nil) async throws(PurchaseFailure) -> StoreProduct? {
        try await products(for: [id], deadline: deadline).first
    }

    /// A product as it was last fetched; `nil` when it was not.
    ///
    /// It never waits.
    public func cachedProduct(_ id: String) -> StoreProduct? { engine.catalog.cached(id) }

    /// The states of one product, from its present one on: valid, requested, approved, owned and so forth.
    ///
    /// They are those of the present user, and go on with the next one's at a switch: the state that the product has for nobody, or
    /// for the next user, follows where it is another one. Nothing is lost while no more than 64 states wait for their reader; when
    /// more come, those that wait are dropped for the latest.
    public func states(of productID: String) -> StoreSequence<ProductState> { sessions.states(of: productID) }

    /// The state that a product is in now, whether anybody has watched it or not; it never waits.
    ///
    /// What is being paid for is `initiated` where nobody watches it, until it is handed over; what the app has to finish is
    /// `approved` until it is finished.
    public func state(of productID: String) -> ProductState { engine.lifecycle.presentState(of: productID) }

    /// The receipt: the one on the device, or a fresh one when there is none or `force` asks for it.
    ///
    /// Calls at the same time share one refresh.
    ///
    /// - Parameters:
    ///   - force: whether the store is asked for a fresh receipt though the device has one.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as the retry policy tries.
    /// - Throws: ``PurchaseFailure`` with `.receiptUnavailable` when the store gave none; `.deadlineExceeded` or
    ///   `.waitCancelled` when the waiting ended first; `.accountNotNamed` when the app has not named its user yet;
    ///   `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user meanwhile;
    ///   otherwise the code that the backend gives.
    public func refreshReceipt(force: Bool = true, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> StoreReceipt
    {
        let engine = engine
        try engine.checkNamed()
        do {
            return try await engine.refresher.receipt(forceRefresh: force, deadline: deadline)
        } catch {
            throw engine.callerFailure(error)
        }
    }
}
