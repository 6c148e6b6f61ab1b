/// The recorded purchases that wait for their delivery or for the app, by product, until they are finished.
///
/// A purchase that is delivered at once, without a handler or content, is not among them.
package struct UnfinishedPurchases: Sendable {
    /// Their products, by transaction.
    private var products: [String: String] = [:]

    /// None.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { products.isEmpty }

    /// Whether there are any of a product.
    package func contains(_ productID: String) -> Bool { products.values.contains(productID) }

    /// Notes where a transaction stands: it is added when it awaits its delivery, and removed when it is done or revoked.
    package mutating func note(_ stored: LedgerTransaction) {
        if stored.progress.awaitsDelivery {
            products[stored.transaction.id] = stored.transaction.productID
        } else if !isEmpty, stored.progress.state == .done || stored.progress.isRevokedOrUpgraded {
            remove(stored.transaction.id)
        }
    }

    /// Removes a transaction that waits no longer.
    package mutating func remove(_ transactionID: String) { products[transactionID] = nil }
}
