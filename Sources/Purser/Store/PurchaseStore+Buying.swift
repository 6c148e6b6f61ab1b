#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Products and purchases.
extension PurchaseStore {
    /// Returns products in the order of the request, and the unknown identifiers.
    ///
    /// Products that were fetched before are returned from the cache, see ``Configuration/catalogLifetime``. The others
    /// are requested, unless another call already requests them. An identifier that was unknown is requested again by
    /// the next call, but not within one second after the backend's answer.
    ///
    /// - Parameters:
    ///   - ids: the identifiers of the products, at most ``StoreProducts/maximumIDs``.
    ///   - refreshing: whether all of them are fetched now, also cached products and those that were just unknown. A
    ///     request that is under way counts, too. When the call fails, the cached products stay.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits until the retry policy ends.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there are too many identifiers; `.deadlineExceeded`
    ///   or `.waitCancelled` when the waiting ended first; `.storeClosed` when the store was closed; otherwise the
    ///   backend's code, or `.unknown` when its error has none.
    public func products(
        for ids: [String], refreshing: Bool = false, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> StoreProducts {
        // Products belong to no user.
        try await sessions.parts.catalog.products(for: ids, refreshing: refreshing, deadline: deadline)
    }

    /// Returns one product.
    ///
    /// - Parameters:
    ///   - id: the identifier of the product.
    ///   - refreshing: whether it is fetched now, also when it is cached.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits until the retry policy ends.
    /// - Returns: the product; `nil` when it is not sold.
    /// - Throws: ``PurchaseFailure`` as ``products(for:refreshing:deadline:)`` does, such as `.deadlineExceeded`.
    public func product(
        for id: String, refreshing: Bool = false, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> StoreProduct? {
        try await products(for: [id], refreshing: refreshing, deadline: deadline).first
    }

    /// The product as it was last fetched; `nil` when it was not fetched.
    ///
    /// It never waits.
    public func cachedProduct(_ id: String) -> StoreProduct? { sessions.parts.catalog.cached(id) }

    /// The states of one product, beginning with the current one: valid, requested, approved, owned and so on.
    ///
    /// They are the states for the current user. After a switch of users they continue with the next user's: a state
    /// follows when it differs. No state is lost while at most 64 wait to be read. Beyond that, the waiting states are
    /// dropped for the latest.
    public func states(of productID: String) -> StoreSequence<ProductState> { sessions.states(of: productID) }

    /// The current state of a product; reading it never waits.
    ///
    /// A product that is paid for is `approved` while your handler, its content or your app has not dealt with it, also
    /// when a dead letter waits for a person. If the product has no content, the store has no grant handler, and no
    /// loop reads ``states(of:)``, the product is `initiated` until `purchase` returns.
    ///
    /// A payment that the backend ended with an unknown outcome does not count: the product is `valid` or `owned`
    /// until the transaction is recorded. While the backend has not answered, the product stays `initiated`, also when
    /// the call has ended by its deadline.
    public func state(of productID: String) -> ProductState { engine.lifecycle.presentState(of: productID) }

    /// Buys the product with this identifier, and returns when it is paid for, recorded and delivered.
    ///
    /// When the call returns, the update is in the ledger, visible to every consumer and counted in ``entitlements``.
    /// The transaction is finished with the backend after that, and no call waits for it. Cancelling the task, or
    /// passing the deadline, ends the waiting but never the payment.
    ///
    /// A product that ``Configuration/productList`` marks as for subscribers only is acquired without a payment, if a
    /// running subscription enables it. ``StorePurchase/acquiredProductID`` then has its identifier.
    ///
    /// A product that the customer already owns is not charged again: the call returns the recorded purchase with its
    /// own context, and ``StorePurchase/wasRecordedBefore`` is true. Consumables are charged each time. When a change
    /// within a subscription group begins with the next period, the call may return the transaction of the running
    /// subscription: compare its product.
    ///
    /// - Parameters:
    ///   - productID: the identifier of the product to buy. It need not have been fetched before.
    ///   - quantity: how many, 1 to ``PaymentRequest/maximumQuantity``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. When the store's account is a user,
    ///     leave it out: the store passes that user, and any other is `.invalidRequest`.
    ///   - context: the app's own text, which comes back on the update, however late that comes; at most
    ///     ``PaymentRequest/maximumContextBytes``.
    ///   - options: offers and other details; at most ``PaymentRequest/maximumOptionBytes``.
    ///   - finishing: with `.atomic` Purser finishes, with `.manual` the app does; `nil` uses
    ///     ``Configuration/finishing``.
    ///   - presentation: the scene, view controller or window for the payment sheet; `nil` lets the backend choose.
    ///     It is never recorded.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits up to the ``CallLimits``.
    /// - Returns: the purchase; `.pending` when somebody else has to approve it first; or `.cancelled` when the
    ///   customer cancelled.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` or `.invalidQuantity` when a parameter is out of its
    ///   limits; `.paymentNotAllowed` when payments are switched off on this device; `.accountNotNamed` when the app
    ///   has not named its user yet; `.deadlineExceeded` or `.waitCancelled` when the waiting ended first, while the
    ///   payment continues; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user
    ///   meanwhile; `.ledgerUnavailable` when the payment or its transaction could not be recorded: the message says
    ///   which; `.verificationFailed` when the transaction is invalid; `.verificationUnavailable` when it could not be
    ///   verified yet; `.invalidTransaction` when the backend reported invalid data; `.outcomeUnknown` when it is not
    ///   known whether the customer is charged; `.deliveryFailed` when it is paid for and recorded but could not be
    ///   delivered, see ``deadLetters()``; `.ownedByAnotherAccount` when another user of the app owns the product;
    ///   `.subscriptionRequired` when the product list has it for subscribers only; `.calledInHandler` in a handler of
    ///   the store; or the backend's code, such as `.storeProductNotAvailable` or `.ineligibleForOffer`.
    @discardableResult
    public func purchase(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        options: Set<PurchaseOption> = [], finishing: Finishing? = nil,
        confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard
            let (engine, queue, payment) = try sessions.admit(
                productID, quantity, appAccountToken, context, options, finishing, presentation)
        else { return try await sessions.acquire(productID) }
        return try engine.outcome(await queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Buys a product of ``products(for:refreshing:deadline:)``; everything else is as in the purchase by identifier.
    ///
    /// The product's price is not part of the payment: the customer pays the price of the backend at the moment of the
    /// purchase.
    ///
    /// - Throws: ``PurchaseFailure`` with the codes of the purchase by identifier, such as `.paymentNotAllowed`.
    @discardableResult
    public func purchase(
        _ product: StoreProduct, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        options: Set<PurchaseOption> = [], finishing: Finishing? = nil,
        confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard
            let (engine, queue, payment) = try sessions.admit(
                product.id, quantity, appAccountToken, context, options, finishing, presentation)
        else { return try await sessions.acquire(product.id) }
        return try engine.outcome(await queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Buys the product of a request.
    ///
    /// When the call returns, the update is in the ledger, visible to every consumer and counted in ``entitlements``.
    /// Cancelling the task, or passing the deadline, ends the waiting but never the payment.
    ///
    /// - Parameters:
    ///   - request: the product, the user, and who finishes it.
    ///   - presentation: where the payment sheet is shown; `nil` lets the backend choose.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits up to the ``CallLimits``.
    /// - Throws: ``PurchaseFailure`` with the codes of the purchase by identifier, such as `.paymentNotAllowed`.
    @discardableResult
    public func purchase(
        _ request: PaymentRequest, confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard let (engine, queue, payment) = try sessions.admit(request, presentation) else {
            return try await sessions.acquire(request.productID)
        }
        return try engine.outcome(await queue.purchase(payment, deadline: deadline), of: payment.token)
    }
}

// Purchases that the customer began in the App Store.
extension PurchaseStore {
    /// The purchases begun in the App Store that the app answered with `.later`, and those that it tried to buy in vain.
    ///
    /// The oldest is first. The list has at most ``IntakeLimits/deferredPromotedPurchases`` entries. It is the same for
    /// all users, also while no user is named, and the ledger keeps it: after a relaunch it has, in addition, the
    /// purchases that the handler had not decided about.
    public var deferredPromotedPurchases: [PromotedPurchase] {
        sessions.parts.promotions.purchases.withState(\.listed)
    }

    /// A stream of the deferred purchases, beginning with those of ``deferredPromotedPurchases``.
    ///
    /// It continues through switches of users, and ends when the store closes.
    public var promotedPurchaseDeferrals: AsyncStream<PromotedPurchase> { sessions.parts.promotions.purchases.stream() }

    /// Buys a deferred promoted purchase, with the offer that came with it.
    ///
    /// It is a purchase like any other. When the call returns, also with `.pending` or `.cancelled`, the purchase has
    /// left the list; when it throws, the purchase is on the list again, even if the customer may be charged. Meanwhile
    /// it is not on the list. If the app ends during the call, it is on the list after a relaunch.
    ///
    /// - Parameters:
    ///   - promotion: one of ``deferredPromotedPurchases``; the present user buys it.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. When the store's account is a user,
    ///     leave it out: the store passes that user.
    ///   - context: the app's own text, which comes back on the update.
    ///   - finishing: with `.atomic` Purser finishes, with `.manual` the app does; `nil` uses
    ///     ``Configuration/finishing``.
    ///   - presentation: where the payment sheet is shown; `nil` lets the backend choose.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits up to the ``CallLimits``.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it is not on the list; otherwise with the codes of
    ///   ``purchase(_:confirmIn:deadline:)``.
    public func purchase(
        deferred promotion: PromotedPurchase, appAccountToken: UUID? = nil, context: [String: String] = [:],
        finishing: Finishing? = nil, confirmIn presentation: PurchasePresentation? = nil,
        deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        let promotions = sessions.parts.promotions
        guard promotions.purchases.withState({ $0.begin(promotion) }) else {
            throw PurchaseFailure(
                .invalidRequest,
                "This promoted purchase is not among the deferred ones; it is being bought, or was bought or declined.",
                productID: promotion.productID)
        }
        let request = PaymentRequest(
            productID: promotion.productID, appAccountToken: appAccountToken, context: context,
            options: promotion.options, finishing: finishing)
        return try await promotions.end(promotion, by: request) { request throws(PurchaseFailure) in
            try await sessions.purchase(request, presentation, deadline: deadline)
        }
    }

    /// Declines a deferred promoted purchase.
    ///
    /// It may be called while no user is named. It is recorded at once, and no call waits for that: if the app is killed
    /// at that moment, the purchase is listed again at the next launch.
    ///
    /// - Returns: whether it was deferred.
    @discardableResult
    public func declinePromotedPurchase(_ promotion: PromotedPurchase) -> Bool {
        sessions.parts.promotions.decline(promotion)
    }
}

// Calls without a payment: products for subscribers, and restores.
extension PurchaseStore {
    /// Acquires all products of ``Configuration/productList`` that running subscriptions enable, except subscriptions.
    ///
    /// When the call returns, they are recorded, visible to every consumer and in ``allowedProductIDs``. An acquired
    /// product may be used while a subscription that enables it runs.
    ///
    /// - Parameter apps: the subscriptions of several apps, where those of other apps count too; `nil` counts this
    ///   app's alone.
    /// - Returns: the products that the running subscriptions enable, acquired now or before; empty when they enable
    ///   none.
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired` when no subscription runs; `.invalidRequest` when
    ///   the configuration has no product list; `.ledgerUnavailable` when it could not be recorded: then call it again;
    ///   `.accountNotNamed`, `.storeClosed` or `.accountSwitched`.
    @discardableResult
    public func acquireAllEnabledProducts(
        with apps: MultiAppSubscriptions? = nil
    ) async throws(PurchaseFailure) -> Set<String> {
        try await asUser { engine throws(PurchaseFailure) in try await engine.working().acquirer.acquireAll(with: apps)
        }
    }

    /// Acquires one product of ``Configuration/productList`` that a running subscription enables, without a payment.
    ///
    /// It does what ``purchase(_:confirmIn:deadline:)`` does for a product for subscribers only. In addition,
    /// subscriptions of other apps can count, and every product except a subscription can be acquired.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - apps: the subscriptions of several apps.
    /// - Throws: ``PurchaseFailure`` with `.subscriptionRequired` when no running subscription enables it;
    ///   `.invalidRequest` when the list does not have it, or has it as a subscription; otherwise as
    ///   ``acquireAllEnabledProducts(with:)``.
    public func acquire(_ productID: String, with apps: MultiAppSubscriptions) async throws(PurchaseFailure) {
        _ = try await asUser { engine throws(PurchaseFailure) in
            try await engine.working().acquirer.acquire(productID, with: apps)
        }
    }

    /// Restores everything that this customer owns.
    ///
    /// Calls at the same time share one restore.
    ///
    /// When the call returns, all restored transactions are recorded, visible to every consumer and counted in
    /// ``entitlements``. It does not wait for the grant handler, which may still be called for them.
    ///
    /// - Parameter deadline: how long to wait at most, counted from now; `nil` waits up to the ``CallLimits``.
    /// - Returns: the restored transactions, and those that were rejected.
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet;
    ///   `.deadlineExceeded` or `.waitCancelled` when the waiting ended first; `.storeClosed` or `.accountSwitched`
    ///   when the store was closed or switched to another user meanwhile; `.calledInHandler` in a handler of the store;
    ///   `.systemError`, or the backend's code, when the App Store did not answer.
    @discardableResult
    public func restorePurchases(deadline: Duration? = nil) async throws(PurchaseFailure) -> RestoreOutcome {
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled) }
        return try await asUser { engine throws(PurchaseFailure) in
            try HandlerMark.check("restorePurchases()", of: engine.lease)
            return try await engine.working().restores.restore(deadline: deadline).get()
        }
    }

    /// Processes all unfinished transactions once more.
    ///
    /// The call requests all transactions that the backend still keeps, and delivers those that are recorded but not
    /// delivered. While the store does not listen to its backend yet, the call waits.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet;
    ///   `.waitCancelled` when the waiting task was cancelled; `.storeClosed` or `.accountSwitched` when the store was
    ///   closed or switched to another user meanwhile; `.systemError`, or the backend's code, when the request failed.
    public func redeliver() async throws(PurchaseFailure) {
        let engine = try sessions.named()
        // A backend reports everything that is unfinished when the store begins to listen.
        guard engine.readiness.isReady else { return try await waitUntilReady() }
        try await engine.working().processor.recover(again: true)
        try await engine.redeliver()
    }

    /// Returns the receipt of the device, or a new one when there is none or `force` is true.
    ///
    /// Calls at the same time share one refresh.
    ///
    /// - Parameters:
    ///   - force: whether a new receipt is requested even if the device has one.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits until the retry policy ends.
    /// - Throws: ``PurchaseFailure`` with `.receiptUnavailable` when the backend has none; `.deadlineExceeded` or
    ///   `.waitCancelled` when the waiting ended first; `.accountNotNamed` when the app has not named its user yet;
    ///   `.storeClosed` when the store was closed; otherwise the backend's code.
    public func refreshReceipt(force: Bool = true, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> StoreReceipt
    {
        _ = try sessions.named()
        // The receipt is the device's, and belongs to no user.
        return try await sessions.parts.refresher.receipt(forceRefresh: force, deadline: deadline)
    }
}
