#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseStore {
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
        if isForSubscribersOnly(productID) { return try await acquire(productID) }
        let (engine, intent) = try admitted(productID, quantity, appAccountToken, context, options, finishing)
        let payment = BackendPayment(intent, presentation: presentation)
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
        if isForSubscribersOnly(product.id) { return try await acquire(product.id) }
        let (engine, intent) = try admitted(product.id, quantity, appAccountToken, context, options, finishing)
        let payment = BackendPayment(intent, presentation: presentation)
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
        if isForSubscribersOnly(request.productID) { return try await acquire(request.productID) }
        let (engine, intent) = try admitted(request)
        let payment = BackendPayment(intent, presentation: presentation)
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    // Neither of the two is inlined: what they need while they work would otherwise stay in the caller's frame for as
    // long as it waits, a kilobyte for each caller.

    @inline(never)
    private func admitted(
        _ productID: String, _ quantity: Int, _ appAccountToken: UUID?, _ context: [String: String],
        _ options: Set<PurchaseOption>, _ finishing: Finishing?
    ) throws(PurchaseFailure) -> (StoreEngine, PaymentIntent) {
        try admitted(
            PaymentRequest(
                productID: productID, quantity: quantity, appAccountToken: appAccountToken, context: context,
                options: options, finishing: finishing))
    }

    /// Checks a request against everything that is known before it is queued.
    ///
    /// - Returns: the session that makes the payment, and the payment with its new token.
    @inline(never)
    func admitted(_ request: consuming PaymentRequest) throws(PurchaseFailure) -> (StoreEngine, PaymentIntent) {
        // First, so that no failure names an absurd identifier.
        try request.validate()
        let engine = try sessions.named(productID: request.productID)
        try engine.queue.checkPayments(of: request)
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled, productID: request.productID) }
        if let mark = HandlerMark.current(of: engine.lease), !mark.maySell(request.productID) {
            throw .calledInHandler("purchase(_:)", productID: request.productID)
        }
        if let rule = engine.rule { request.appAccountToken = try rule.account(of: request) }
        return (engine, engine.queue.makeIntent(request))
    }
}
