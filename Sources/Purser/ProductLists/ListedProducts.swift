/// The app's product list, prepared for the look-ups of every purchase.
package final class ListedProducts: Sendable {
    /// The list; `nil` when the app has none.
    package let list: ProductList?
    private let entries: [String: ProductList.Entry]
    private let hasAnyForSubscribersOnly: Bool

    /// The products of a list.
    package init(_ list: ProductList?) {
        self.list = list
        entries = Dictionary((list?.entries ?? []).map { ($0.id, $0) }) { first, _ in first }
        hasAnyForSubscribersOnly = entries.values.contains(where: \.isSubscribersOnly)
    }

    /// Whether a product is never sold, but free for customers whose subscription enables it.
    package func isForSubscribersOnly(_ productID: String) -> Bool {
        hasAnyForSubscribersOnly && entries[productID]?.isSubscribersOnly == true
    }

    /// Whether subscribers may acquire a product: it is listed, and not a subscription.
    func isAcquirable(_ productID: String) -> Bool {
        entries[productID].map { $0.isSubscribersOnly || !$0.isSubscription } ?? false
    }

    /// Whether a subscription enables a product, by the rules of ``ProductList/allowed(purchased:acquired:activeSubscriptions:)``.
    func isEnabled(_ productID: String, by subscriptionID: String) -> Bool {
        let subscription = entries[subscriptionID] ?? entries[ProductList.Entry.baseID(of: subscriptionID)]
        if let prefixes = subscription?.enablesProducts { return prefixes.contains { productID.hasPrefix($0) } }
        // A product that is known not to be a subscription enables nothing. One of unknown type counts as a
        // subscription.
        if let subscription, subscription.type != nil, !subscription.isSubscription { return false }
        return entries[productID]?.isSubscription != true
    }
}
