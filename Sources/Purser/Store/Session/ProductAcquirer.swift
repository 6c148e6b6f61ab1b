/// Acquires products with subscriptions, in place of payments, and records that.
struct ProductAcquirer: Sendable {
    let listed: ListedProducts
    let ledger: TransactionLedger

    /// Acquires one product, and returns the identifier of the current period of the subscription that enables it.
    ///
    /// With `apps` the subscriptions of other apps count too. Throws ``PurchaseFailure`` with `.subscriptionRequired` when no
    /// subscription enables it; `.invalidRequest` when there is no list, or the list does not have the product, or has it as
    /// a subscription; `.ledgerUnavailable`.
    @discardableResult
    func acquire(_ productID: String, with apps: MultiAppSubscriptions? = nil) async throws(PurchaseFailure) -> String {
        let list = try list()
        guard listed.isAcquirable(productID) else {
            throw PurchaseFailure(
                .invalidRequest,
                "\(productID) is a subscription, or not in the product list, so it cannot be acquired. Acquire only "
                    + "products that subscriptions enable.", productID: productID)
        }
        let running = running(by: list, with: apps)
        guard let subscription = subscription(enabling: productID, of: running) else {
            throw PurchaseFailure(
                .subscriptionRequired,
                running.isEmpty
                    ? "\(productID) is for subscribers, and no subscription is active. Let the customer subscribe "
                        + "first."
                    : "\(productID) is for subscribers, and no active subscription enables it. Let the customer "
                        + "subscribe to one that does.",
                productID: productID)
        }
        try await record([AcquiredProduct(id: productID, subscription: subscription.originalID)])
        return subscription.id
    }

    /// Acquires and returns all products that running subscriptions enable, except subscriptions; throws as
    /// ``acquire(_:with:)``, `.subscriptionRequired` when none runs.
    func acquireAll(with apps: MultiAppSubscriptions?) async throws(PurchaseFailure) -> Set<String> {
        let list = try list()
        let running = running(by: list, with: apps)
        guard !running.isEmpty else {
            throw PurchaseFailure(
                .subscriptionRequired,
                "No subscription is active, so nothing can be acquired. Let the customer subscribe first.")
        }
        let acquired = list.entries.filter { !$0.isSubscription }.compactMap { entry in
            subscription(enabling: entry.id, of: running).map {
                AcquiredProduct(id: entry.id, subscription: $0.originalID)
            }
        }
        try await record(acquired)
        return Set(acquired.map(\.id))
    }

    private func list() throws(PurchaseFailure) -> ProductList {
        if let list = listed.list { return list }
        throw PurchaseFailure(
            .invalidRequest,
            "There is no product list, so nothing can be acquired. Set the configuration's productList.")
    }

    private func running(by list: ProductList, with apps: MultiAppSubscriptions?) -> [StoreTransaction] {
        let own = ledger.entitlements.present.runningSubscriptions(by: list).sorted { $0.originalID < $1.originalID }
        let others = apps?.active.filter { $0.appID != apps?.appID } ?? []
        return own + others.map(\.subscription.transaction)
    }

    /// The first of the running subscriptions that enables a product.
    private func subscription(enabling productID: String, of running: [StoreTransaction]) -> StoreTransaction? {
        running.first { listed.isEnabled(productID, by: $0.productID) }
    }

    private func record(_ acquired: [AcquiredProduct]) async throws(PurchaseFailure) {
        do {
            try await ledger.record(acquired: acquired)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }
}
