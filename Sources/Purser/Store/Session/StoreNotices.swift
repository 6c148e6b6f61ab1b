/// Handles a backend's events besides transactions, payments and restores; each kind is handled only here.
///
/// | event | effect |
/// |---|---|
/// | a purchase begun outside the app | the app decides, also after the end of the session |
/// | another storefront | all products are forgotten, and fetched again on request |
/// | a message of the App Store | it is in ``PurchaseStore/messages`` |
///
/// The processor handles transactions, payments and restores, and passes none of them here.
package final class StoreNotices: Sendable {
    private let storefronts = Mailbox<StoreStorefront>()
    /// The messages of the App Store.
    package let messages = Feed<StoreMessage>(limit: MemoryLimits.messages)
    private let promotions: PromotionQueue
    private let onStorefront: @Sendable (StoreStorefront) async -> Void

    /// - Parameter onStorefront: called when the storefront has changed: all fetched products are then out of date.
    package init(promotions: PromotionQueue, onStorefront: @escaping @Sendable (StoreStorefront) async -> Void) {
        self.promotions = promotions
        self.onStorefront = onStorefront
    }

    /// Handles the events that the processor passes on, in order.
    ///
    /// Promoted purchases are the store's: no session has to handle them first, and none drops them when it ends.
    package func handle(_ events: [BackendEvent]) {
        for event in events {
            switch event {
            case .promotedPurchase(let purchase): promotions.handle(purchase)
            case .message(let message): messages.add([message]) { $0.id == $1.id }
            case .storefrontChanged(let storefront): storefronts.post(storefront)
            case .transaction, .paymentEnded, .restoreEnded, .entitlementsRevoked, .renewalInfo, .subscriptionStatus,
                .caughtUp:
                break
            }
        }
    }

    /// Reports changed storefronts until `close()`; part of the store's task tree.
    package func run() async {
        while let reported = await storefronts.next() {
            for storefront in reported { await onStorefront(storefront) }
        }
    }

    /// Accepts no more storefronts; the streams of messages end.
    package func close() {
        storefronts.close()
        messages.close()
    }
}
