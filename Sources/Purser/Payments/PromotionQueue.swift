/// The purchases that customers began outside the app, until the app has decided about them.
///
/// Owns the list of deferred ones. Promises: the app's handler is asked once for each; without a handler the answer is
/// no; what was deferred stays listed, and every reader gets it, until it is bought or dropped. Never pays by itself.
package final class PromotionQueue: Sendable {
    private let incoming = Mailbox<PromotedPurchase>()
    private let deferred = Announcements<PromotedPurchase>()
    private let handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
    private let queue: PaymentQueue
    private let account: StoreAccount
    private let refuse: @Sendable (RefusedReport) -> Void
    private let outward: OutwardCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable

    /// A queue without purchases; nothing runs before ``run()``.
    ///
    /// - Parameters:
    ///   - handler: the app's decision about one purchase; without one all are declined.
    ///   - queue: where purchases that the app accepts are paid for.
    ///   - account: whose purchases the store sees, for the payments' `appAccountToken`.
    ///   - outward: runs the handler.
    ///   - limit: how long closing the store may wait for it, at most.
    ///   - store: what the store's handlers are known by; see ``HandlerMark``.
    ///   - refuse: is told why one that the app wants to buy cannot be bought; it is kept for later then.
    package init(
        handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?, queue: PaymentQueue,
        account: StoreAccount, outward: OutwardCalls, limit: Duration, store: any AnyObject & Sendable,
        refuse: @escaping @Sendable (RefusedReport) -> Void
    ) {
        self.refuse = refuse
        self.outward = outward
        self.limit = limit
        self.store = store
        self.account = account
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
        let decision = await worker.call(within: limit) {
        } making: {
            await HandlerMark.mark(.promotedPurchase, of: store) { await handler(purchase) }
        }
        switch decision {
        case .decline: break
        case .later: deferred.add(purchase)
        case .buy(let context, let finishing):
            let request = PaymentRequest(
                productID: purchase.productID, appAccountToken: account.userID, context: context,
                options: purchase.options, finishing: finishing)
            do throws(PurchaseFailure) {
                try queue.check(request)
                queue.purchaseUnattended(request)
            } catch {
                // The customer's wish is not lost by what the app said of it.
                deferred.add(purchase)
                refuse(RefusedReport(purchase, error))
            }
        }
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

extension RefusedReport {
    /// What is told of a promoted purchase that the app wanted to buy, and that was refused.
    fileprivate init(_ purchase: PromotedPurchase, _ failure: PurchaseFailure) {
        self.init(
            .promotedPurchase, id: purchase.id, productID: purchase.productID, reason: .outOfLimits,
            message: "It was kept for later, because it cannot be bought like this: \(failure.message)")
    }
}
