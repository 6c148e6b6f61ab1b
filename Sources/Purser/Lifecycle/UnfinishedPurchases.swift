/// The recorded purchases that wait for their delivery or for the app, by product, until they are finished.
///
/// A purchase that is delivered at once, without a handler or content, is not among them.
package struct UnfinishedPurchases: Sendable {
    private var products: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// None.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { products.isEmpty }

    /// Whether there are any of a product.
    package func contains(_ productID: String) -> Bool { counts[productID] != nil }

    /// Notes where a transaction stands: it is added when it awaits its delivery, and removed when it is done or revoked.
    package mutating func note(_ stored: LedgerTransaction) {
        if stored.progress.awaitsDelivery {
            add(stored.transaction.id, of: stored.transaction.productID)
        } else if !isEmpty, stored.progress.state == .done || stored.progress.isRevokedOrUpgraded {
            remove(stored.transaction.id)
        }
    }

    /// Adds a transaction that waits.
    package mutating func add(_ transactionID: String, of productID: String) {
        remove(transactionID)
        products[transactionID] = productID
        counts[productID, default: 0] += 1
    }

    /// Removes a transaction that waits no longer.
    package mutating func remove(_ transactionID: String) {
        guard let productID = products.removeValue(forKey: transactionID), let count = counts[productID] else { return }
        counts[productID] = count > 1 ? count - 1 : nil
    }
}
