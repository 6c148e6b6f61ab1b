// Products that are free for subscribers: no payment is made, and nothing is asked of the App Store.
extension PurchaseStore {
    /// Acquires everything in ``Configuration/productList`` that running subscriptions enable, and is no subscription.
    ///
    /// It returns when that is recorded, visible to every reader and in ``allowedProducts``. What was acquired may be used
    /// whenever a subscription runs that enables it.
    ///
    /// - Returns: the products that the running subscriptions enable, acquired now or before; empty when they enable none.
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired` when no subscription runs; `.invalidRequest` when the
    ///   configuration has no product list; `.ledgerUnavailable` when it could not be recorded: then call it again;
    ///   `.accountNotNamed` when the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was
    ///   closed or switched to another user.
    @discardableResult
    public func acquireAllEnabledProducts() async throws(PurchaseFailure) -> Set<String> {
        let engine = engine
        try engine.checkNamed()
        guard let list = engine.listed.list else {
            throw PurchaseFailure(
                .invalidRequest, "There is no list of products to acquire from. Set the configuration's productList.")
        }
        let running = entitlements.runningSubscriptions(by: list)
        guard !running.isEmpty else {
            throw PurchaseFailure(
                .subscriptionRequired,
                "No subscription runs, so nothing can be acquired. Let the customer subscribe first.")
        }
        let acquired = list.entries.filter { !$0.isSubscription }.compactMap { entry in
            engine.subscription(enabling: entry.id, of: running).map { (entry.id, $0.originalID) }
        }
        try await engine.acquire(acquired)
        return Set(acquired.map(\.0))
    }

    /// Whether a product is never sold, but free for customers whose subscription enables it.
    func isForSubscribersOnly(_ productID: String) -> Bool { engine.listed.isForSubscribersOnly(productID) }

    /// Acquires one product by virtue of a subscription, in place of a payment.
    ///
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired`, or as ``acquireAllEnabledProducts()``.
    func acquire(_ productID: String) async throws(PurchaseFailure) -> PurchaseOutcome {
        let engine = engine
        try engine.checkNamed()
        let running = entitlements.runningSubscriptions(by: engine.listed.list)
        guard let subscription = engine.subscription(enabling: productID, of: running) else {
            throw PurchaseFailure(
                .subscriptionRequired,
                running.isEmpty
                    ? "\(productID) is for subscribers only, and no subscription runs. Let the customer subscribe first."
                    : "\(productID) is for subscribers only, and none of the running subscriptions enables it. Let the "
                        + "customer subscribe to one that does.",
                productID: productID)
        }
        try await engine.acquire([(productID, subscription.originalID)])
        guard let update = await engine.ledger.transaction(subscription.id)?.update else {
            throw PurchaseFailure(
                .ledgerUnavailable, "The subscription that enables it could not be read; buy it again.",
                productID: productID)
        }
        var purchase = engine.makePurchase(update, false)
        (purchase.acquiredProductID, purchase.wasRecordedBefore) = (productID, true)
        return .purchased(purchase)
    }

    /// The products that the present user may use by ``Configuration/productList``, now and whenever they are others.
    public var allowedProducts: AllowedProducts { AllowedProducts(sessions) }
}

extension StoreEngine {
    /// The subscription that enables a product, of those that run; of several the one whose identifier sorts first.
    fileprivate func subscription(enabling productID: String, of running: [StoreTransaction]) -> StoreTransaction? {
        guard let list = listed.list else { return nil }
        let enabling = list.subscriptions(enabling: productID, of: Set(running.map(\.productID)))
        return running.filter { enabling.contains($0.productID) }.min { $0.originalID < $1.originalID }
    }

    /// Records products as acquired.
    fileprivate func acquire(_ acquired: [(String, String)]) async throws(PurchaseFailure) {
        do {
            try await ledger.record(acquired: acquired.map { (productID: $0.0, subscription: $0.1) })
        } catch {
            throw callerFailure(PurchaseFailure(ledger: error))
        }
    }
}
