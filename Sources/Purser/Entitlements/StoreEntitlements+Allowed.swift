extension StoreEntitlements {
    /// The products that the customer acquired by virtue of a subscription, whether one runs now or not.
    public var acquiredProductIDs: Set<String> { state.acquired }

    /// The products that may be used now by a list of products: what was bought, what everybody has, and what running
    /// subscriptions enable of that which was acquired.
    ///
    /// See ``ProductList/allowed(purchased:acquired:activeSubscriptions:)`` for the rules. A non-renewing subscription counts as
    /// running until it is revoked.
    ///
    /// - Parameter list: the app's products; without one it is what was bought, and while a subscription runs what was acquired.
    public func allowedProductIDs(by list: ProductList?) -> Set<String> {
        let purchased = Set(state.standing.map(\.productID))
        let running = runningSubscriptions(by: list).map(\.productID)
        guard let list else {
            return ProductList.allowedWithoutList(
                purchased: purchased, acquired: acquiredProductIDs, hasActiveSubscription: !running.isEmpty)
        }
        return list.allowed(purchased: purchased, acquired: acquiredProductIDs, activeSubscriptions: Set(running))
    }

    /// The products that may be used now by a list of products, where subscriptions of other apps count too.
    ///
    /// A subscription that the list does not have enables everything that is no subscription itself.
    public func allowedProductIDs(by list: ProductList, with apps: MultiAppSubscriptions) -> Set<String> {
        let own = state.standing.map(\.productID)
        let running = runningSubscriptions(by: list).map(\.productID)
        return list.allowed(
            purchased: Set(own), acquired: acquiredProductIDs,
            activeSubscriptions: Set(running).union(apps.active.map(\.subscription.productID)))
    }

    /// What may be used now, in the app's own words.
    public func items<Item>(of catalog: TypedCatalog<Item>) -> Set<Item> { catalog.items(among: activeProductIDs) }

    /// What may be used now and is a subscription, by the store's word or by the list's.
    func runningSubscriptions(by list: ProductList?) -> [StoreTransaction] {
        activeByProduct.values.filter { owned in
            owned.subscription != nil || owned.productType == .nonRenewable
                || owned.productType == .unknown && list?[owned.productID]?.isSubscription == true
        }
        .map(\.transaction)
    }
}
