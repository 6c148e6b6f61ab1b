extension StoreEntitlements {
    /// The products that the customer acquired with a subscription, whether or not one runs now.
    public var acquiredProductIDs: Set<String> { state.acquired }

    /// The products of a list that may be used now: bought ones, those that are free for all, and acquired ones that a
    /// running subscription enables.
    ///
    /// See ``ProductList/allowed(purchased:acquired:activeSubscriptions:)`` for the rules. A non-renewing subscription
    /// counts as running until it is revoked.
    ///
    /// - Parameter list: the app's products; `nil` returns the bought products and, while a subscription runs, the
    ///   acquired ones.
    public func allowedProductIDs(by list: ProductList?) -> Set<String> {
        allowedProductIDs(by: list, otherSubscriptions: [])
    }

    /// The products of a list that may be used now, where subscriptions of other apps count too.
    ///
    /// A subscription that is not in the list enables all products that are not subscriptions.
    public func allowedProductIDs(by list: ProductList, with apps: MultiAppSubscriptions) -> Set<String> {
        allowedProductIDs(by: list, otherSubscriptions: apps.active.map(\.subscription.productID))
    }

    private func allowedProductIDs(by list: ProductList?, otherSubscriptions: [String]) -> Set<String> {
        let purchased = Set(state.current.map(\.productID))
        let running = Set(runningSubscriptions(by: list).map(\.productID)).union(otherSubscriptions)
        guard let list else {
            return ProductList.allowedWithoutList(
                purchased: purchased, acquired: acquiredProductIDs, hasActiveSubscription: !running.isEmpty)
        }
        return list.allowed(purchased: purchased, acquired: acquiredProductIDs, activeSubscriptions: running)
    }

    /// The items of the app's own catalog that may be used now.
    public func items<Item>(of catalog: TypedCatalog<Item>) -> Set<Item> { catalog.items(among: activeProductIDs) }

    /// The usable subscriptions, by the App Store's product type or by the list.
    func runningSubscriptions(by list: ProductList?) -> [StoreTransaction] {
        activeByProduct.values.filter { owned in
            owned.subscription != nil || owned.productType == .nonRenewable
                || owned.productType == .unknown && list?[owned.productID]?.isSubscription == true
        }
        .map(\.transaction)
    }
}
