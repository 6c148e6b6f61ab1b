#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Checks the purchases that callers request, and makes payments of them, or acquires products that are free for
// subscribers.
extension StoreSessions {
    /// Acquires a product with a subscription, in place of a payment; throws ``PurchaseFailure`` with
    /// `.subscriptionRequired`, or as ``PurchaseStore/acquireAllEnabledProducts(with:)``.
    func acquire(_ productID: String) async throws(PurchaseFailure) -> PurchaseOutcome {
        let engine = try named()
        try HandlerMark.check("purchase(_:)", of: engine.lease, productID: productID)
        do throws(PurchaseFailure) {
            let work = try engine.working()
            let period = try await work.acquirer.acquire(productID)
            guard let update = await engine.ledger.transaction(period)?.update else {
                throw PurchaseFailure(
                    .ledgerUnavailable, "The subscription that enables it could not be read; buy it again.",
                    productID: productID)
            }
            return .purchased(work.makePurchase(update, false).acquiring(productID))
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// Buys the product of a request, or acquires it where it is free, as ``PurchaseStore/purchase(_:confirmIn:deadline:)``.
    func purchase(
        _ request: PaymentRequest, _ presentation: PurchasePresentation? = nil, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard let (engine, queue, payment) = try admit(request, presentation) else {
            return try await acquire(request.productID)
        }
        return try engine.outcome(await queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    // Neither of the two is inlined: otherwise their local values would stay in the frame of each waiting caller, a
    // kilobyte per caller.

    @inline(never)
    func admit(
        _ productID: String, _ quantity: Int, _ appAccountToken: UUID?, _ context: [String: String],
        _ options: Set<PurchaseOption>, _ finishing: Finishing?, _ presentation: PurchasePresentation?
    ) throws(PurchaseFailure) -> (StoreEngine, PaymentQueue, BackendPayment)? {
        try admit(
            PaymentRequest(
                productID: productID, quantity: quantity, appAccountToken: appAccountToken, context: context,
                options: options, finishing: finishing), presentation)
    }

    /// Checks a request completely before it is queued; returns the session that makes the payment, its queue, and the
    /// payment with its new token, or `nil` for a product that is never sold, but free for subscribers.
    @inline(never)
    func admit(
        _ request: consuming PaymentRequest, _ presentation: PurchasePresentation?
    ) throws(PurchaseFailure) -> (StoreEngine, PaymentQueue, BackendPayment)? {
        // First, so that no failure names an identifier outside the limits.
        try request.validate()
        if parts.listed.isForSubscribersOnly(request.productID) { return nil }
        let engine = try named(productID: request.productID)
        let queue = try engine.working().queue
        try queue.checkPayments(of: request)
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled, productID: request.productID) }
        try HandlerMark.check("purchase(_:)", of: engine.lease, productID: request.productID)
        if let rule = engine.rule { request.appAccountToken = try rule.account(of: request) }
        return (engine, queue, BackendPayment(queue.makeIntent(request), presentation: presentation))
    }
}
