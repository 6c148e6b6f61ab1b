/// What the store said of products, for readers that cannot wait: the latest description of each, and which are invalid.
package final class PublishedProducts: Sendable {
    private let outcomes = Lock<[String: ProductCatalogState.Outcome]>([:])

    /// The store was not asked yet.
    package init() {}

    /// Takes in what the store has said; drops what it said of invalid identifiers once there are more than `limit`.
    func publish(_ new: [String: ProductCatalogState.Outcome], limit: Int) {
        outcomes.withLock { outcomes in
            outcomes.merge(new) { $1 }
            // Without this, an app that keeps asking for new invalid identifiers would fill the memory.
            if outcomes.count > limit { outcomes = outcomes.filter { $0.value != .invalid } }
        }
    }

    /// Forgets everything, because the storefront has changed.
    func forget() { outcomes.withLock { $0 = [:] } }

    /// The latest description of a product, stale or not.
    package func product(_ id: String) -> StoreProduct? {
        guard case .product(let product)? = outcomes.withLock({ $0[id] }) else { return nil }
        return product
    }

    /// Whether the store said that it knows the product (`true`) or does not (`false`); `nil` when it was not asked.
    package func isValid(_ id: String) -> Bool? { outcomes.withLock { $0[id] }.map { $0 != .invalid } }
}
