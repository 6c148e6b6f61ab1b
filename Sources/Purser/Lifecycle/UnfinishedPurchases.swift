/// The recorded purchases that the app has to finish, by product.
package struct UnfinishedPurchases: Sendable {
    private var products: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// None.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { products.isEmpty }

    /// Whether there are any of a product.
    package func contains(_ productID: String) -> Bool { counts[productID] != nil }

    /// Adds a transaction that the app must finish.
    package mutating func add(_ transactionID: String, of productID: String) {
        remove(transactionID)
        products[transactionID] = productID
        counts[productID, default: 0] += 1
    }

    /// Removes a transaction that the app need not finish any more.
    package mutating func remove(_ transactionID: String) {
        guard let productID = products.removeValue(forKey: transactionID), let count = counts[productID] else { return }
        counts[productID] = count > 1 ? count - 1 : nil
    }
}
