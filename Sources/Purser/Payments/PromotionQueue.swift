/// The purchases that customers began outside the app, until the app has decided about them.
///
/// Owns the list of deferred ones. Promises: the app's handler is asked once for each; without a handler the answer is
/// no; what was deferred stays listed, and every reader gets it, until it is bought or dropped; what cannot be bought is
/// listed too, and reported. Never pays by itself.
package final class PromotionQueue: Sendable {
    private let incoming = Mailbox<PromotedPurchase>()
    private let deferred = Announcements<PromotedPurchase>(limit: EntranceLimits.deferredPromotedPurchases)
    private let handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
    private let queue: PaymentQueue
    private let rule: AccountRule?
    private let acquire: @Sendable (String) async throws(PurchaseFailure) -> Bool
    private let refuse: @Sendable (RefusedReport) -> Void
    private let outward: OutwardCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable

    /// A queue without purchases; nothing runs before ``run()``.
    ///
    /// - Parameters:
    ///   - handler: the app's decision about one purchase; without one all are declined.
    ///   - queue: where purchases that the app accepts are paid for.
    ///   - rule: which `appAccountToken` the payments have; `nil` where users share one state.
    ///   - outward: runs the handler.
    ///   - limit: how long closing the store may wait for it, at most.
    ///   - store: what the store's handlers are known by; see ``HandlerMark``.
    ///   - acquire: acquires a product that subscribers need not pay for; false when it has to be paid for.
    ///   - refuse: is told why one that the app wants to buy cannot be bought; it is kept for later then.
    package init(
        handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?, queue: PaymentQueue,
        rule: AccountRule?, outward: OutwardCalls, limit: Duration, store: any AnyObject & Sendable,
        acquire: @escaping @Sendable (String) async throws(PurchaseFailure) -> Bool,
        refuse: @escaping @Sendable (RefusedReport) -> Void
    ) {
        self.acquire = acquire
        self.refuse = refuse
        self.outward = outward
        self.limit = limit
        self.store = store
        self.rule = rule
        self.handler = handler
        self.queue = queue
    }

    /// Queues a purchase, about which the app's handler is asked; does nothing after ``close()``.
    package func take(_ purchase: PromotedPurchase) { incoming.post(purchase) }

    /// Takes no more purchases, and ends all streams of deferred ones.
    package func close() {
        incoming.close()
        deferred.close()
    }

    /// Asks the app, for several at once, until `close()`; part of the store's task tree.
    package func run() async {
        while let purchases = await incoming.next() {
            guard let handler else { continue }
            for purchase in purchases { outward.start { await self.decide(purchase, handler, $0) } }
        }
    }

    private func decide(
        _ purchase: PromotedPurchase, _ handler: @Sendable (PromotedPurchase) async -> PromotedPurchase.Decision,
        _ worker: OutwardWorker
    ) async {
        // Nobody waits for it, so a late decision is as good as an early one.
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
                // The customer's wish is not lost by what the app said of it.
                keep(purchase)
                refuse(RefusedReport(purchase, error))
            }
        }
    }

    private func pay(_ purchase: PromotedPurchase, _ request: PaymentRequest) {
        queue.purchaseUnattended(request) { [self] ending in
            guard case .refused(let failure) = ending else { return }
            keep(purchase)
            refuse(RefusedReport(purchase, failure))
        }
    }

    private func keep(_ purchase: PromotedPurchase) {
        if !deferred.add(purchase) { refuse(RefusedReport(withoutRoomFor: purchase)) }
    }

    /// Takes a deferred one off the list while a payment pays for it; it is back when the store refuses that.
    ///
    /// - Returns: whether it was on the list.
    package func beginBuying(_ purchase: PromotedPurchase, with payment: PaymentToken) -> Bool {
        guard deferred.withhold(purchase.id) else { return false }
        queue.follow(payment) { [self] ending in
            guard case .refused(let failure) = ending else { return deferred.drop(purchase.id) }
            deferred.giveBack(purchase.id)
            refuse(RefusedReport(purchase, failure))
        }
        return true
    }

    /// The deferred purchases that the app has neither bought nor dropped, oldest first.
    package var open: [PromotedPurchase] { deferred.open }

    /// Whether one is on the list.
    package func isOpen(_ id: String) -> Bool { deferred.open.contains { $0.id == id } }

    /// Takes one off the list; `nil` when it is not on it.
    package func remove(_ id: String) -> PromotedPurchase? { deferred.remove(id) }

    /// Each deferred one, beginning with those deferred before.
    package func stream() -> AsyncStream<PromotedPurchase> { deferred.stream() }
}
