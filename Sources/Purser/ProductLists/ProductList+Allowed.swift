extension ProductList {
    /// The products that a customer may use, by the rules of Bazaar.
    ///
    /// These are the bought products (for a variant also its base product), the products that all customers have from
    /// the start, and the products that were acquired with a subscription, or come with one, while an active
    /// subscription enables them. A subscription enables the products whose identifiers begin with one of its
    /// `enablesProducts`. Without that key, or when it is not in the list, it enables all products except
    /// subscriptions.
    ///
    /// - Parameters:
    ///   - purchased: identifiers of bought products that are not refunded.
    ///   - acquired: identifiers of products that the customer acquired with a subscription.
    ///   - activeSubscriptions: identifiers of the subscriptions that run now, including those in a grace period.
    public func allowed(
        purchased: Set<String>, acquired: Set<String> = [], activeSubscriptions: Set<String> = []
    ) -> Set<String> {
        let listed = ListedProducts(self)
        var allowed = purchased.union(purchased.map(Entry.baseID))
        allowed.formUnion(entries.filter(\.isPreAcquired).map(\.id))
        let candidates = acquired.union(entries.filter(\.isPreAcquiredViaSubscription).map(\.id))
        for subscription in activeSubscriptions {
            allowed.formUnion(candidates.filter { listed.isEnabled($0, by: subscription) })
        }
        return allowed
    }

    /// The running subscriptions that enable a product.
    ///
    /// - Parameters:
    ///   - id: the product's identifier.
    ///   - active: identifiers of subscriptions that run now.
    public func subscriptions(enabling id: String, of active: Set<String>) -> Set<String> {
        let listed = ListedProducts(self)
        return active.filter { listed.isEnabled(id, by: $0) }
    }

    /// The products that a customer may use without a list: all bought ones, and the acquired ones of a subscriber.
    package static func allowedWithoutList(
        purchased: Set<String>, acquired: Set<String>, hasActiveSubscription: Bool
    ) -> Set<String> {
        hasActiveSubscription ? purchased.union(acquired) : purchased
    }
}
