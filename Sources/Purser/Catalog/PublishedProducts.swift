/// The backend's answers about products, for readers that cannot wait: the latest version of each, and the invalid
/// ones.
package final class PublishedProducts: Sendable {
    private let outcomes = Lock<[String: ProductCatalogState.Outcome]>([:])

    /// Makes an empty value, before the first request.
    package init() {}

    /// Adds the backend's answers; drops the invalid identifiers once there are more than `limit`.
    func publish(_ new: [String: ProductCatalogState.Outcome], limit: Int) {
        outcomes.withLock { outcomes in
            outcomes.merge(new) { $1 }
            // Otherwise an app that repeatedly requests new invalid identifiers would fill the memory.
            if outcomes.count > limit { outcomes = outcomes.filter { $0.value != .invalid } }
        }
    }

    /// Forgets everything, because the storefront has changed.
    func forget() { outcomes.withLock { $0 = [:] } }

    /// The latest version of a product, stale or not.
    package func product(_ id: String) -> StoreProduct? {
        guard case .product(let product)? = outcomes.withLock({ $0[id] }) else { return nil }
        return product
    }

    /// Whether the backend has the product; `nil` when it was not requested.
    package func isValid(_ id: String) -> Bool? { outcomes.withLock { $0[id] }.map { $0 != .invalid } }
}
