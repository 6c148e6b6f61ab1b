/// Handles a backend's events besides transactions, payments and restores; each kind is handled only here.
///
/// | event | effect |
/// |---|---|
/// | a purchase begun outside the app | the app decides, once |
/// | another storefront | all products are forgotten, and fetched again on request |
/// | a message of the App Store | it is in ``PurchaseStore/messages`` |
///
/// The processor handles transactions, payments and restores, and passes none of them here.
package final class StoreNotices: Sendable {
    /// The events that the processor passes on.
    package let incoming = Mailbox<BackendEvent>()
    /// The messages of the App Store.
    package let messages = Feed<StoreMessage>(limit: 256)
    private let promotions: PromotionQueue
    private let forgetProducts: @Sendable () async -> Void

    /// - Parameter forgetProducts: called when the storefront has changed: all fetched products are then out of date.
    package init(promotions: PromotionQueue, forgetProducts: @escaping @Sendable () async -> Void) {
        self.promotions = promotions
        self.forgetProducts = forgetProducts
    }

    /// Handles events until `close()`; part of the store's task tree.
    package func run() async {
        while let events = await incoming.next() {
            for event in events { await heed(event) }
        }
    }

    /// Accepts no more events; the streams of messages end.
    package func close() {
        incoming.close()
        messages.close()
    }

    private func heed(_ event: BackendEvent) async {
        switch event {
        case .promotedPurchase(let purchase): promotions.take(purchase)
        case .storefrontChanged: await forgetProducts()
        case .message(let message): messages.add([message]) { $0.id == $1.id }
        case .transaction, .paymentEnded, .restoreEnded, .entitlementsRevoked, .renewalInfo, .subscriptionStatus,
            .caughtUp:
            break
        }
    }
}
