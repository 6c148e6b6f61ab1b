/// The purchases that customers began outside the app, until the app has decided about them.
///
/// Owns the list of deferred ones. Promises: the app's handler is asked once for each; without a handler the answer is
/// no; what was deferred stays listed, and is told to every reader, until it is bought or dropped. Never pays by itself.
package final class PromotionQueue: Sendable {
    private struct Deferred: Sendable {
        var open: [PromotedPurchase] = []
        var told: [PromotedPurchase] = []
    }

    private let incoming = Mailbox<PromotedPurchase>()
    private let deferred = Lock(Deferred())
    private let changes = EventCount()
    private let handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
    private let queue: PaymentQueue
    private let account: StoreAccount

    package init(
        handler: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?, queue: PaymentQueue,
        account: StoreAccount = .shared
    ) {
        self.account = account
        self.handler = handler
        self.queue = queue
    }

    package func take(_ purchase: PromotedPurchase) { incoming.post(purchase) }

    package func close() {
        incoming.close()
        changes.close()
    }

    /// Asks the app, for several at once, until `close()`; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while let purchases = await incoming.next() {
                for purchase in purchases { group.addTask { await self.decide(purchase) } }
            }
            group.cancelAll()
        }
    }

    private func decide(_ purchase: PromotedPurchase) async {
        switch await handler?(purchase) ?? .decline {
        case .decline: break
        case .later: postpone(purchase)
        case .buy(let context, let finishing):
            queue.purchaseUnattended(
                PaymentRequest(
                    productID: purchase.productID, appAccountToken: account.userID, context: context,
                    offer: purchase.offer, finishing: finishing))
        }
    }

    private func postpone(_ purchase: PromotedPurchase) {
        deferred.withLock { deferred in
            guard !deferred.open.contains(where: { $0.id == purchase.id }) else { return }
            deferred.open.append(purchase)
            deferred.told.append(purchase)
        }
        changes.advance()
    }

    /// Those that wait for the app.
    package var open: [PromotedPurchase] { deferred.withLock(\.open) }

    /// Takes one off the list; `nil` when it is not on it.
    package func remove(_ id: String) -> PromotedPurchase? {
        deferred.withLock { deferred in
            deferred.open.firstIndex { $0.id == id }.map { deferred.open.remove(at: $0) }
        }
    }

    /// Each deferred one, beginning with those deferred before.
    package func stream() -> AsyncStream<PromotedPurchase> {
        let read = Lock(0)
        return AsyncStream { [self] in
            while true {
                let seen = changes.count
                let next = deferred.withLock { deferred in
                    read.withLock { index -> PromotedPurchase? in
                        guard index < deferred.told.count else { return nil }
                        index += 1
                        return deferred.told[index - 1]
                    }
                }
                if let next { return next }
                do { try await changes.wait(after: seen) } catch { return nil }
            }
        }
    }
}
