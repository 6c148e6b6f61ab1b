#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What is sold, and how it is bought.
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

    /// Buys the product with this identifier, and waits until it is paid for, recorded and handed over.
    ///
    /// When it returns, the update is in the ledger, visible to every reader and counted in ``entitlements``.
    /// Cancelling the task, or passing the deadline, ends the waiting but never the payment.
    ///
    /// A product that ``Configuration/productList`` has for subscribers only is acquired, without any payment, when a
    /// subscription runs that enables it; ``StorePurchase/acquiredProductID`` names it then.
    ///
    /// What the customer owns already is not charged again: the call returns the recorded purchase with its own context, and
    /// ``StorePurchase/wasRecordedBefore`` says so. Consumables are never owned; each purchase of one is charged.
    ///
    /// - Parameters:
    ///   - productID: the identifier of the product to buy. It need not have been fetched before.
    ///   - quantity: how many, 1 to ``PaymentRequest/maximumQuantity``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. When the store's account is a user,
    ///     it is that user without being given here, and any other is `.invalidRequest`.
    ///   - context: what the app wants to find again on the update, however late it comes; at most
    ///     ``PaymentRequest/maximumContextBytes``.
    ///   - options: offers and other particulars; at most ``PaymentRequest/maximumOptionBytes``.
    ///   - finishing: `.atomic` lets Purser finish, `.manual` leaves that to the app; `nil` does as
    ///     ``Configuration/finishing`` says.
    ///   - presentation: the scene, view controller or window in which the customer is asked; `nil` leaves that to the
    ///     backend. It is never written down.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Returns: the purchase; or `.pending` when somebody else has to approve it first; or `.cancelled` when the
    ///   customer cancelled.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` or `.invalidQuantity` when a parameter is out of its
    ///   limits; `.paymentNotAllowed` when payments are switched off on this device; `.accountNotNamed` when the app
    ///   has not named its user yet; `.deadlineExceeded` or `.waitCancelled` when the waiting ended first, and the
    ///   payment goes on; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user
    ///   meanwhile; `.ledgerUnavailable` when the payment or its transaction could not be recorded: the message says
    ///   which; `.verificationFailed` when the transaction is not genuine;
    ///   `.verificationUnavailable` when that could not be found out; `.invalidTransaction` when the backend told nonsense;
    ///   `.outcomeUnknown` when nobody can say whether the customer is charged; `.setAside` when it is paid for and recorded
    ///   but could not be handed over, see ``deadLetters()``; `.ownedByAnotherAccount` when another user of the app
    ///   owns the product; `.subscriptionRequired` when the product list has it for subscribers only; or the code that the backend
    ///   gives, such as `.storeProductNotAvailable` or `.ineligibleForOffer`.
    @discardableResult
    public func purchase(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        options: Set<PurchaseOption> = [], finishing: Finishing? = nil,
        confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        if checkout.isFree(productID) { return try await checkout.acquire(productID) }
        let (engine, payment) = try checkout.admit(
            productID, quantity, appAccountToken, context, options, finishing, presentation)
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Buys a product as the backend described it; what else is said of ``purchase(_:confirmIn:deadline:)`` holds here too.
    ///
    /// - Parameters:
    ///   - product: the product to buy, from ``products(for:deadline:)``. Its price is not part of the payment: the
    ///     customer pays what the store asks at the moment of the purchase.
    ///   - quantity: how many, 1 to ``PaymentRequest/maximumQuantity``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction.
    ///   - context: what the app wants to find again on the update, however late it comes.
    ///   - options: offers and other particulars.
    ///   - finishing: `.atomic` lets Purser finish, `.manual` leaves that to the app; `nil` does as
    ///     ``Configuration/finishing`` says.
    ///   - presentation: the scene, view controller or window in which the customer is asked; `nil` leaves that to the
    ///     backend. It is never written down.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Throws: ``PurchaseFailure`` with the codes of the purchase by identifier: `.invalidRequest`,
    ///   `.invalidQuantity`, `.paymentNotAllowed`, `.accountNotNamed`, `.deadlineExceeded`, `.waitCancelled`,
    ///   `.storeClosed`, `.accountSwitched`, `.ledgerUnavailable`, `.verificationFailed`,
    ///   `.verificationUnavailable`, `.invalidTransaction`, `.outcomeUnknown`, `.setAside`, `.ownedByAnotherAccount`,
    ///   `.subscriptionRequired`, or the code that the backend gives.
    @discardableResult
    public func purchase(
        _ product: StoreProduct, quantity: Int = 1, appAccountToken: UUID? = nil, context: [String: String] = [:],
        options: Set<PurchaseOption> = [], finishing: Finishing? = nil,
        confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        if checkout.isFree(product.id) { return try await checkout.acquire(product.id) }
        let (engine, payment) = try checkout.admit(
            product.id, quantity, appAccountToken, context, options, finishing, presentation)
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Buys what a request describes.
    ///
    /// When it returns, the update is in the ledger, visible to every reader and counted in ``entitlements``.
    /// Cancelling the task, or passing the deadline, ends the waiting but never the payment.
    ///
    /// - Parameters:
    ///   - request: what to buy, for whom, and who finishes it.
    ///   - presentation: where the customer is asked; `nil` leaves that to the backend.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Throws: ``PurchaseFailure`` with the codes of the purchase by identifier: `.invalidRequest`,
    ///   `.invalidQuantity`, `.paymentNotAllowed`, `.accountNotNamed`, `.deadlineExceeded`, `.waitCancelled`,
    ///   `.storeClosed`, `.accountSwitched`, `.ledgerUnavailable`, `.verificationFailed`,
    ///   `.verificationUnavailable`, `.invalidTransaction`, `.outcomeUnknown`, `.setAside`, `.ownedByAnotherAccount`,
    ///   `.subscriptionRequired`, or the code that the backend gives.
    @discardableResult
    public func purchase(
        _ request: PaymentRequest, confirmIn presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        if checkout.isFree(request.productID) { return try await checkout.acquire(request.productID) }
        let (engine, payment) = try checkout.admit(request, presentation)
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// What callers want to buy comes here.
    private var checkout: Checkout { Checkout(sessions) }
}

// Purchases that the customer began in the App Store.
extension PurchaseStore {
    /// The purchases begun in the App Store to which the app answered `.later`, and those that it wanted to buy and that
    /// were refused; oldest first, at most ``EntranceLimits/deferredPromotedPurchases``.
    public var deferredPromotedPurchases: [PromotedPurchase] { engine.promotions.open }

    /// A stream of the purchases that are put off, beginning with those of ``deferredPromotedPurchases``.
    public var promotedPurchaseDeferrals: AsyncStream<PromotedPurchase> { engine.promotions.stream() }

    /// Buys a promoted purchase that was put off, with the offer that came along with it.
    ///
    /// It leaves the list. When the store refuses it and the customer is not charged, it is on the list again, whether
    /// the call still waits or not; once it was bought or put off, or the customer cancelled, it is over. One that
    /// ``Configuration/productList`` has for subscribers only is acquired in place of a payment, as by
    /// ``purchase(_:confirmIn:deadline:)``; it stays on the list where no subscription enables it.
    ///
    /// - Parameters:
    ///   - promotion: one of ``deferredPromotedPurchases``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. When the store's account is a user,
    ///     it is that user, and `nil` gives it.
    ///   - context: what the app wants to find again on the update.
    ///   - finishing: `.atomic` lets Purser finish, `.manual` leaves that to the app; `nil` does as
    ///     ``Configuration/finishing`` says.
    ///   - presentation: where the customer is asked; `nil` leaves that to the backend.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it is not among the deferred ones any more; otherwise
    ///   with the codes of ``purchase(_:confirmIn:deadline:)``.
    public func purchase(
        deferred promotion: PromotedPurchase, appAccountToken: UUID? = nil, context: [String: String] = [:],
        finishing: Finishing? = nil, confirmIn presentation: PurchasePresentation? = nil,
        deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard engine.promotions.isOpen(promotion.id) else { throw promotion.notDeferred }
        if checkout.isFree(promotion.productID) {
            let outcome = try await checkout.acquire(promotion.productID)
            _ = engine.promotions.remove(promotion.id)
            return outcome
        }
        // A request that is refused leaves it among the deferred ones.
        let (engine, payment) = try checkout.admit(
            PaymentRequest(
                productID: promotion.productID, appAccountToken: appAccountToken, context: context,
                options: promotion.options, finishing: finishing), presentation)
        guard engine.promotions.beginBuying(promotion, with: payment.token) else { throw promotion.notDeferred }
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Declines a promoted purchase that was put off.
    ///
    /// - Returns: whether it was among the deferred ones.
    @discardableResult
    public func declinePromotedPurchase(_ promotion: PromotedPurchase) -> Bool {
        engine.promotions.remove(promotion.id) != nil
    }
}

// What comes without a payment: products for subscribers, and what the customer owns already.
extension PurchaseStore {
    /// Acquires everything in ``Configuration/productList`` that running subscriptions enable, and is no subscription.
    ///
    /// It returns when that is recorded, visible to every reader and in ``allowedProductIDs``. What was acquired may be used
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
        try await asUser { engine throws(PurchaseFailure) in try await engine.acquirer.acquireAll(with: apps) }
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
        _ = try await asUser { engine throws(PurchaseFailure) in
            try await engine.acquirer.acquire(productID, with: apps)
        }
    }

    /// Asks the App Store for everything that this customer owns.
    ///
    /// Calls at the same time share one restore.
    ///
    /// When it returns, all it brought is recorded, visible to every reader and counted in ``entitlements``. It does not wait for
    /// the grant handler, which may then still be called for what was restored.
    ///
    /// - Parameter deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Returns: what the store brought, and what of it could not be taken in.
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet;
    ///   `.deadlineExceeded` or `.waitCancelled` when the waiting ended first; `.storeClosed` or `.accountSwitched`
    ///   when the store was closed or switched to another user meanwhile; `.systemError`, or the code that the backend
    ///   gives, when the App Store did not answer.
    @discardableResult
    public func restorePurchases(deadline: Duration? = nil) async throws(PurchaseFailure) -> RestoreOutcome {
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled) }
        let engine = engine
        try engine.checkNamed()
        if HandlerMark.current(of: engine.lease)?.kind == .verifier { throw .calledInHandler("restorePurchases()") }
        return try engine.callerResult(await engine.restores.restore(deadline: deadline))
    }

    /// Works once more on everything that is not finished.
    ///
    /// The backend is asked for all transactions that it still keeps, and what the ledger has recorded but not yet
    /// handed over is handed over now. Until the store listens to its backend, the call waits for that.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet; `.waitCancelled`
    ///   when the waiting task was cancelled; `.storeClosed` or `.accountSwitched` when the store was closed or
    ///   switched to another user meanwhile; `.systemError`, or the code that the backend gives, when it could not be
    ///   asked.
    public func redeliver() async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        // A backend reports everything that is unfinished when the store begins to listen.
        guard engine.readiness.isReady else { return try await waitUntilReady() }
        await engine.processor.recover(again: true)
        try await BackendCalls(engine).redeliver()
    }

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
        try await asUser { engine throws(PurchaseFailure) in
            try await engine.refresher.receipt(forceRefresh: force, deadline: deadline)
        }
    }
}

extension PromotedPurchase {
    /// That it is not, or not any more, among those that were put off.
    fileprivate var notDeferred: PurchaseFailure {
        PurchaseFailure(
            .invalidRequest, "This promoted purchase is not among the deferred ones; it was bought or dropped.",
            productID: productID)
    }
}
