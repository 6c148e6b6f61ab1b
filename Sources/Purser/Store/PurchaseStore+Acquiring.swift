// Products that are free for subscribers: no payment is made, and nothing is asked of the App Store.
extension PurchaseStore {
    /// Acquires everything in ``Configuration/productList`` that running subscriptions enable, and is no subscription.
    ///
    /// It returns when that is recorded, visible to every reader and in ``allowedProducts``. What was acquired may be used
    /// whenever a subscription runs that enables it.
    ///
    /// - Parameter apps: the subscriptions of several apps, where those of others count too; `nil` for this app's alone.
    /// - Returns: the products that the running subscriptions enable, acquired now or before; empty when they enable none.
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired` when no subscription runs; `.invalidRequest` when the
    ///   configuration has no product list; `.ledgerUnavailable` when it could not be recorded: then call it again;
    ///   `.accountNotNamed` when the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was
    ///   closed or switched to another user.
    @discardableResult
    public func acquireAllEnabledProducts(
        with apps: MultiAppSubscriptions? = nil
    ) async throws(PurchaseFailure) -> Set<String> {
        let engine = engine
        try engine.checkNamed()
        do throws(PurchaseFailure) {
            return try await engine.acquirer.acquireAll(with: apps)
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// Acquires one product of ``Configuration/productList`` that a running subscription enables, without any payment.
    ///
    /// It does what ``purchase(_:confirmIn:deadline:)`` does with a product for subscribers only; here subscriptions of other
    /// apps may count too, and any product that is no subscription may be acquired.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - apps: the subscriptions of several apps.
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired` when no running subscription enables it; `.invalidRequest`
    ///   when the list does not have it, or has it as a subscription; otherwise as ``acquireAllEnabledProducts(with:)``.
    public func acquire(_ productID: String, with apps: MultiAppSubscriptions) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        do throws(PurchaseFailure) {
            try await engine.acquirer.acquire(productID, with: apps)
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// Whether a product is never sold, but free for customers whose subscription enables it.
    func isForSubscribersOnly(_ productID: String) -> Bool { sessions.listed.isForSubscribersOnly(productID) }

    /// Acquires one product by virtue of a subscription, in place of a payment.
    ///
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired`, or as ``acquireAllEnabledProducts(with:)``.
    func acquire(_ productID: String) async throws(PurchaseFailure) -> PurchaseOutcome {
        let engine = engine
        try engine.checkNamed()
        do throws(PurchaseFailure) {
            let period = try await engine.acquirer.acquire(productID)
            guard let update = await engine.ledger.transaction(period)?.update else {
                throw PurchaseFailure(
                    .ledgerUnavailable, "The subscription that enables it could not be read; buy it again.",
                    productID: productID)
            }
            return .purchased(engine.makePurchase(update, false).acquiring(productID))
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// The products that the present user may use by ``Configuration/productList``, now and whenever they are others.
    public var allowedProducts: AllowedProducts { AllowedProducts(sessions) }
}
