#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// SwiftyStoreKit's calls, answered by its rules from the recorded transactions, without a receipt.
extension StoreEntitlements {
    /// Whether a product was bought and not revoked.
    ///
    /// Every purchase of it counts, also a subscription period that has ended. Consumables are never found, as finished
    /// ones are in no receipt: ``purchasedQuantity(of:)`` counts them.
    public func verifyPurchase(productId: String) -> VerifyPurchaseResult {
        let items = state.current(of: productId) + periods(of: [productId])
        let latest = items.max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.map { .purchased(item: $0) } ?? .notPurchased
    }

    /// Whether one subscription is valid; see ``verifySubscriptions(ofType:productIds:validUntil:)``.
    public func verifySubscription(
        ofType type: SubscriptionType = .autoRenewable, productId: String, validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], validUntil: date)
    }

    /// Whether one of these subscriptions, such as those of a group, is valid.
    ///
    /// Periods that were revoked or replaced by an upgrade do not count. Of the others the one that ends last decides:
    /// the subscription is valid when that end is after the date. After its last period an auto-renewable subscription
    /// may be in a grace period. A non-renewing subscription ends the duration of its type after each purchase; each
    /// purchase is a subscription of its own, and they do not add up. The items are all periods that count.
    ///
    /// - Parameters:
    ///   - type: how the ends are found; it applies to all of the products.
    ///   - productIds: the products.
    ///   - date: the moment to check; ``asOf`` by default.
    public func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable, productIds: Set<String>, validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        let moment = date.map { Timestamp($0) } ?? time
        let ends: [SubscriptionEnds] =
            switch type {
            case .autoRenewable: subscriptions(at: moment).ends(of: productIds)
            case .nonRenewing(let length):
                productIds.flatMap { state.current(of: $0) }
                    .compactMap { SubscriptionEnds([($0.originalPurchaseTime.advanced(by: max(.zero, length)), $0)]) }
            }
        return SubscriptionEnds.result(of: ends, at: moment)
    }

    /// The identifiers of all products of a type that were ever bought, also the revoked ones, without consumables.
    public func distinctPurchaseIds(ofType type: SubscriptionType = .autoRenewable) -> Set<String> {
        switch type {
        case .autoRenewable: Set(state.subscriptions.all.flatMap { $0.periods.map(\.productID) })
        case .nonRenewing: Set(state.ownedProductIDs)
        }
    }

    /// The periods of these products that were neither revoked nor replaced by an upgrade.
    private func periods(of productIDs: Set<String>) -> [StoreTransaction] {
        state.subscriptions.all.flatMap { subscription in
            subscription.periods.filter { productIDs.contains($0.productID) && $0.stands }
        }
    }
}
