/// The purchases that customers began outside the app, until the app has decided about them.
///
/// Owns the list of deferred ones. Promises: the app's handler is called once for each; without a handler they are
/// declined; a deferred one stays listed, and every stream gets it, until it is bought or dropped; one that cannot be
/// bought is listed too, and reported. Never pays by itself.
package final class PromotionQueue: Sendable {
    private let deferred = Announcements<PromotedPurchase>(limit: IntakeLimits.deferredPromotedPurchases)
    private let handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
    private let queue: PaymentQueue
    private let rule: AccountRule?
    private let acquire: @Sendable (String) async throws(PurchaseFailure) -> Bool
    private let reject: @Sendable (RejectedReport) -> Void
    private let external: ExternalCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable

    /// Makes a queue without purchases.
    ///
    /// - Parameters:
    ///   - handler: the app's decision about one purchase; without one all are declined.
    ///   - queue: pays for the purchases that the app accepts.
    ///   - rule: the `appAccountToken` of the payments; `nil` when users share one state.
    ///   - external: runs the handler.
    ///   - limit: how long closing the store may wait for it, at most.
    ///   - store: identifies the store's handlers; see ``HandlerMark``.
    ///   - acquire: acquires a product that subscribers need not pay for; false when it has to be paid for.
    ///   - reject: is called with the reason why an accepted purchase cannot be made; it is then deferred.
    package init(
        handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?, queue: PaymentQueue,
        rule: AccountRule?, external: ExternalCalls, limit: Duration, store: any AnyObject & Sendable,
        acquire: @escaping @Sendable (String) async throws(PurchaseFailure) -> Bool,
        reject: @escaping @Sendable (RejectedReport) -> Void
    ) {
        self.acquire = acquire
        self.reject = reject
        self.external = external
        self.limit = limit
        self.store = store
        self.rule = rule
        self.handler = handler
        self.queue = queue
    }

    /// Calls the app's handler about a purchase, and does not wait for it; does nothing when the store ends.
    package func take(_ purchase: PromotedPurchase) {
        guard let handler else { return }
        external.start { await self.decide(purchase, handler, $0) }
    }

    /// Ends all streams of deferred purchases.
    package func close() { deferred.close() }

    private func decide(
        _ purchase: PromotedPurchase, _ handler: @Sendable (PromotedPurchase) async -> PromotedPurchase.Decision,
        _ worker: ExternalWorker
    ) async {
        // No call waits for it, so a late decision is as good as an early one.
        let decision = await worker.call("promotedPurchases", within: limit) {
        } making: {
            await HandlerMark.mark(.promotedPurchase, of: store) { await handler(purchase) }
        }
        switch decision {
        case .decline: break
        case .later: keep(purchase)
        case .buy(let appAccountToken, let context, let finishing):
            var request = PaymentRequest(
                productID: purchase.productID, appAccountToken: appAccountToken, context: context,
                options: purchase.options, finishing: finishing)
            do throws(PurchaseFailure) {
                if try await acquire(purchase.productID) { return }
                try queue.check(request)
                if let rule { request.appAccountToken = try rule.account(of: request) }
                pay(purchase, request)
            } catch {
                // The purchase is kept, even if the app's decision leads to an error.
                keep(purchase)
                reject(RejectedReport(purchase, error))
            }
        }
    }

    private func pay(_ purchase: PromotedPurchase, _ request: PaymentRequest) {
        queue.purchaseUnattended(request) { [self] ending in
            guard case .rejected(let failure) = ending else { return }
            keep(purchase)
            reject(RejectedReport(purchase, failure))
        }
    }

    private func keep(_ purchase: PromotedPurchase) {
        if !deferred.add(purchase) { reject(RejectedReport(withoutRoomFor: purchase)) }
    }

    /// Removes a deferred one from the list while a payment pays for it; it returns to the list when the payment is
    /// rejected.
    ///
    /// - Returns: whether it was on the list.
    package func beginBuying(_ purchase: PromotedPurchase, with payment: PaymentToken) -> Bool {
        guard deferred.withhold(purchase.id) else { return false }
        queue.follow(payment) { [self] ending in
            guard case .rejected(let failure) = ending else { return deferred.drop(purchase.id) }
            deferred.giveBack(purchase.id)
            reject(RejectedReport(purchase, failure))
        }
        return true
    }

    /// The deferred purchases that the app has neither bought nor dropped, oldest first.
    package var open: [PromotedPurchase] { deferred.open }

    /// Whether one is on the list.
    package func isOpen(_ id: String) -> Bool { deferred.open.contains { $0.id == id } }

    /// Removes one from the list; `nil` when it is not on it.
    package func remove(_ id: String) -> PromotedPurchase? { deferred.remove(id) }

    /// Each deferred one, beginning with those deferred before.
    package func stream() -> AsyncStream<PromotedPurchase> { deferred.stream() }
}
